import type { OpenForm } from "../selling/open-form.ts";
import { fieldsOfForm } from "../selling/read-form-fields.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import type { CustomerVisit } from "../visit.ts";
import { hiddenFields } from "./hidden-fields.ts";
import { formToken, layout } from "./layout.ts";
import { slotCard } from "./slot-card.ts";

/** Asks for the names, and books. */
export function namesView(
  visit: CustomerVisit,
  form: OpenForm,
  { names, said }: { readonly names: readonly string[]; readonly said: string | null },
): Markup {
  const { words, session } = visit;
  const { selling } = words;
  const { slot, activity, type, fields, waits } = form;
  const title = waits ? selling.waitTitle : selling.formTitle;
  const numbers = Array.from({ length: fields.tickets }, (_, index) => index + 1);
  return layout(
    visit,
    title,
    html`<div class="narrow">
      <h1>${title}</h1>
      ${said === null ? null : html`<p class="note good" role="status">${said}</p>`}
      ${keptFor(visit, form)}
      ${waits ? html`<p class="note">${form.isShort ? selling.fewerNote(fields.tickets) : selling.waitNote}</p>` : null}
      ${slotCard(visit, slot, activity, selling.ticketsOf(fields.tickets, type.name))}
      <form method="post" action="/book/names" class="fields">
        ${formToken(session.formToken)} ${hiddenFields(fieldsOfForm(fields))}
        <input type="hidden" name="expects" value="${waits ? "waitlist" : "seat"}" />
        <fieldset>
          <legend>${selling.names}</legend>
          <p class="hint">${selling.namesNote}</p>
          ${numbers.map(
            (number) =>
              html`<label
                >${selling.nameOf(number)}
                <input
                  name="name"
                  maxlength="100"
                  autocomplete="${number === 1 ? "name" : "off"}"
                  value="${names[number - 1] ?? ""}"
              /></label>`,
          )}
        </fieldset>
        <div class="choices">
          <button class="main" name="do" value="book">
            ${waits ? selling.confirmWait : selling.confirm}
          </button>
          ${form.hold?.endsAt ? html`<button name="do" value="extend">${selling.keepLonger}</button>` : null}
          <button name="do" value="leave">${selling.leave}</button>
        </div>
      </form>
    </div>`,
  );
}

function keptFor({ words, now }: CustomerVisit, { hold }: OpenForm): Part {
  if (hold === null) return null;
  const { selling } = words;
  if (hold.endsAt === null) return html`<p class="note">${selling.keptNoMore}</p>`;
  const minutes = Math.round((hold.endsAt.getTime() - now.getTime()) / 60_000);
  return html`<p class="note good">${selling.keptFor(minutes)}</p>`;
}
