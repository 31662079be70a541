import type { Tab } from "../bookings/list-tab.ts";
import type { Problem } from "../bookings/problem.ts";
import { html, type Markup } from "../web/html.ts";
import type { Message } from "../words/message.ts";
import type { Words } from "../words/words.ts";
import type { CustomerVisit, Visit } from "../visit.ts";
import { bookingsHead } from "./bookings-view.ts";
import { layout } from "./layout.ts";
import { referenceLine } from "./reference-line.ts";

/** Shows why a list or a booking cannot be shown, and when to come back. */
export function problemView(visit: CustomerVisit, tab: Tab, problem: Problem): Markup {
  const { words, url } = visit;
  const { title, text } = words.problem[problem.kind];
  return layout(
    visit,
    title,
    html`${bookingsHead(visit, tab)}
      <div class="message ${problem.kind === "busy" ? "unsure" : "bad"}">
        <h2>${title}</h2>
        <p class="lead">${text}</p>
        ${comeBack(words, problem)}
        ${
          problem.kind === "broken"
            ? null
            : html`<p class="action">
                <a class="button" href="${url.pathname}${url.search}">${words.tryAgain}</a>
              </p>`
        }
      </div>
      ${referenceLine(visit, problem.requestId ?? visit.requestId)}`,
  );
}

/** A page with a message only, such as that there is no such page. */
export function messageView(
  visit: Visit,
  { title, text }: Message,
  reference: string | null = null,
): Markup {
  return layout(
    visit,
    title,
    html`<div class="narrow">
      <h1>${title}</h1>
      <p class="lead">${text}</p>
      <p class="action"><a class="button" href="/">${visit.words.home}</a></p>
      ${referenceLine(visit, reference)}
    </div>`,
  );
}

export function comeBack(words: Words, { kind, retryAfterSeconds }: Problem): Markup | null {
  if (kind === "broken") return null;
  return html`<p>
    ${retryAfterSeconds === null ? words.comeBackSoon : words.comeBackIn(retryAfterSeconds)}
  </p>`;
}
