import type { Booking } from "booking-service-client";
import { tabs, type Tab, type TabPage } from "../bookings/list-tab.ts";
import { slotWords } from "../bookings/slot-words.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import type { CustomerVisit, Visit } from "../visit.ts";
import { bookingCard, titleOf } from "./booking-card.ts";
import { layout } from "./layout.ts";
import { referenceLine } from "./reference-line.ts";

export function bookingsView(visit: CustomerVisit, tab: Tab, page: TabPage): Markup {
  const { words } = visit;
  const title = `${words.bookings}: ${words.tabs[tab].toLowerCase()}`;
  return layout(
    visit,
    title,
    html`${bookingsHead(visit, tab)}
    ${page.totalCount === 0 ? empty(visit, tab) : list(visit, tab, page)} ${pager(visit, tab, page)}
    ${referenceLine(visit, page.requestId)}`,
  );
}

/** The heading and the links to the other lists. */
export function bookingsHead({ words }: Visit, tab: Tab): Markup {
  return html`<h1>${words.bookings}</h1>
    <nav class="tabs" aria-label="${words.tabNav}">
      ${tabs.map(
        (one) =>
          html`<a href="${tabPath(one)}" ${one === tab ? html`aria-current="page"` : null}
            >${words.tabs[one]}</a
          >`,
      )}
    </nav>`;
}

export function tabPath(tab: Tab, pageNumber = 1): string {
  const path = tab === "upcoming" ? "/bookings" : `/bookings/${tab}`;
  return pageNumber === 1 ? path : `${path}?page=${pageNumber}`;
}

function empty({ words }: Visit, tab: Tab): Markup {
  const { title, text } = words.empty[tab];
  return html`<div class="empty">
    <h2>${title}</h2>
    <p>${text}</p>
  </div>`;
}

function list(visit: CustomerVisit, tab: Tab, page: TabPage): Markup {
  const { words } = visit;
  const months = Map.groupBy(
    page.bookings,
    (booking) => slotWords(booking, words.locale).monthAndYear,
  );
  const last = page.firstNumber + page.bookings.length - 1;
  return html`<p class="range">
      ${words.range({ first: page.firstNumber, last, total: page.totalCount })}
    </p>
    ${[...months].map(
      ([month, bookings]) =>
        html`<section aria-label="${month}">
          <h2 class="eyebrow">${month}</h2>
          <ul class="bookings" role="list">
            ${bookings.map(
              (booking) =>
                html`<li>
                  ${bookingCard(visit, booking, { heading: 3, action: actions(visit, booking, page), code: tab === "upcoming" })}
                </li>`,
            )}
          </ul>
        </section>`,
    )}`;
}

/**
 * Past bookings have the link too. Whether a booking can still be cancelled is the service's decision,
 * because the service knows the check-ins and the campaign's cut-off. Where it says no, the button is grey and
 * the reason stands beside it; where it says nothing, the cancel will tell.
 */
function actions({ words, language }: Visit, booking: Booking, { cancellable }: TabPage): Part {
  const status = booking.booking_status;
  if (status === "CANCELLED") return null;
  const { date } = slotWords(booking, words.locale);
  const label = html`${status === "WAITLIST" ? words.leaveWaitlist : words.cancel}
    <span class="hidden">${titleOf(booking, language)}, ${date}</span>`;
  const reason = cancellable?.get(booking.booking)?.reason ?? null;
  if (reason === null) {
    return html`<p class="action"><a class="button" href="${cancelPath(booking)}">${label}</a></p>`;
  }
  const why = `why-${booking.booking}`;
  return html`<p class="action">
      <button disabled aria-describedby="${why}">${label}</button>
    </p>
    <p class="why" id="${why}">
      ${words.notCancellable[reason] ?? words.notCancellable["other"] ?? ""}
    </p>`;
}

export function cancelPath(booking: Booking): string {
  const query = new URLSearchParams({ start: booking.slot_starting_at });
  return `/bookings/${booking.booking}/cancel?${query.toString()}`;
}

function pager({ words }: Visit, tab: Tab, { pageNumber, pageCount }: TabPage): Markup | null {
  if (pageCount < 2) return null;
  const link = (number: number, rel: "prev" | "next", text: string) =>
    number < 1 || number > pageCount
      ? html`<span class="button" aria-hidden="true">${text}</span>`
      : html`<a class="button" rel="${rel}" href="${tabPath(tab, number)}">${text}</a>`;
  return html`<nav class="pager" aria-label="${words.pager}">
    ${link(pageNumber - 1, "prev", words.previous)}
    <p>${words.pageOf(pageNumber, pageCount)}</p>
    ${link(pageNumber + 1, "next", words.next)}
  </nav>`;
}
