import { fieldsOf, placeOf, type Slot } from "../selling/place.ts";
import type { OfferedActivity } from "../selling/offered-activities.ts";
import { seatsLeft, type SeatsLeft } from "../selling/seats-left.ts";
import { html, type Markup } from "../web/html.ts";
import type { CustomerVisit } from "../visit.ts";
import { hiddenFields } from "./hidden-fields.ts";
import { formToken, layout } from "./layout.ts";
import { seatsWords } from "./seats-words.ts";
import { slotCard } from "./slot-card.ts";

/** Tickets of one booking. */
export const mostTickets = 10;

/** Asks for the ticket type and the number of tickets. */
export function ticketsView(
  visit: CustomerVisit,
  slot: Slot,
  activity: OfferedActivity,
  back: string,
): Markup {
  const { selling: words } = visit.words;
  const types = activity.ticketTypes.map((type) => ({ ...type, left: seatsLeft(slot, type) }));
  const first = types.find(({ left }) => isChoice(left));
  const most = Math.max(...types.map(({ left }) => mostOf(left)));
  const numbers = Array.from({ length: most }, (_, index) => index + 1);
  return layout(
    visit,
    words.slotTitle,
    html`<div class="narrow">
      <h1>${words.slotTitle}</h1>
      ${slotCard(visit, slot, activity, null)}
      ${
        first === undefined
          ? html`<div class="message unsure part">
              <h2>${words.nothingBookable.title}</h2>
              <p>${types.map(({ left }) => seatsWords(visit, activity, left)).join(". ")}</p>
            </div>`
          : html`<form method="post" action="/book/slot" id="tickets" class="fields">
              ${formToken(visit.session.formToken)} ${hiddenFields(fieldsOf(placeOf(slot)))}
              <fieldset>
                <legend>${words.ticketType}</legend>
                ${types.map(
                  ({ id, name, left }) =>
                    html`<label class="choice"
                      ><input
                        type="radio"
                        name="type"
                        value="${id}"
                        required
                        ${id === first.id ? html`checked` : null}
                        ${isChoice(left) ? null : html`disabled`}
                      />
                      <span>${name}</span>
                      <span class="seats ${left.kind}"
                        >${seatsWords(visit, activity, left)}</span
                      ></label
                    >`,
                )}
              </fieldset>
              <label
                >${words.tickets}
                <select name="tickets">
                  ${numbers.map((number) => html`<option>${number}</option>`)}
                </select></label
              >
            </form>`
      }
      <div class="choices">
        ${first === undefined ? null : html`<button class="main" form="tickets">${words.continue}</button>`}
        <a class="button" href="${back}">${words.otherTimes}</a>
      </div>
    </div>`,
  );
}

function isChoice({ kind }: SeatsLeft): boolean {
  return kind === "free" || kind === "waitlist";
}

function mostOf(left: SeatsLeft): number {
  if (left.kind === "free") return Math.min(left.seats ?? mostTickets, mostTickets);
  return left.kind === "waitlist" ? mostTickets : 1;
}
