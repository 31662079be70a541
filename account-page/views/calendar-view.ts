import { html, type Markup } from "../web/html.ts";
import type { CustomerVisit } from "../visit.ts";
import { tabPath } from "./bookings-view.ts";
import { formToken, layout } from "./layout.ts";

/** The secret address of the customer's calendar, and the form that revokes it. */
export function calendarView(visit: CustomerVisit, address: string): Markup {
  const { session, url } = visit;
  const words = visit.words.calendar;
  // Over TLS a program must not ask without it first: the address is the secret.
  const forPrograms = address.replace(/^http/, "webcal");
  const renewed = url.searchParams.has("new");
  return layout(
    visit,
    words.title,
    html`<div class="narrow">
      <h1>${words.title}</h1>
      ${renewed ? html`<p class="note" role="status">${words.renewed}</p>` : null}
      <p class="lead">${words.text}</p>
      <label class="address"
        >${words.address} <input readonly value="${address}" autocomplete="off" spellcheck="false"
      /></label>
      <div class="choices"><a class="button" href="${forPrograms}">${words.open}</a></div>
      <h2 class="part">${words.revokeTitle}</h2>
      <p>${words.revokeText}</p>
      <form method="post" action="/calendar" class="choices">
        ${formToken(session.formToken)}<button class="danger">${words.revoke}</button>
        <a class="button" href="${tabPath("upcoming")}">${visit.words.backToBookings}</a>
      </form>
    </div>`,
  );
}
