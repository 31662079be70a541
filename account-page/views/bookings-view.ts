import { startsAt, type Booking } from "booking-service-client";
import { tabs, type Tab, type TabPage } from "../bookings/list-tab.ts";
import { momentWords, slotWords } from "../bookings/slot-words.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import type { CustomerVisit, Shop, Visit } from "../visit.ts";
import { bookingCard, titleOf } from "./booking-card.ts";
import { formToken, layout } from "./layout.ts";
import { referenceLine } from "./reference-line.ts";

export function bookingsView(
  visit: CustomerVisit,
  tab: Tab,
  page: TabPage,
  { calendars, seller }: Pick<Shop, "calendars" | "seller">,
): Markup {
  const { words } = visit;
  const title = `${words.bookings}: ${words.tabs[tab].toLowerCase()}`;
  return layout(
    visit,
    title,
    html`${bookingsHead(visit, tab)} ${seller === null ? null : bookLink(visit)}
    ${calendars === null ? null : calendarLink(visit)}
    ${page.totalCount === 0 ? empty(visit, tab) : list(visit, tab, page)} ${pager(visit, tab, page)}
    ${referenceLine(visit, page.requestId)}`,
  );
}

function bookLink({ words }: Visit): Markup {
  return html`<p class="book"><a class="button main" href="/book">${words.selling.book}</a></p>`;
}

function calendarLink({ words }: Visit): Markup {
  return html`<p class="calendar"><a href="/calendar">${words.calendar.link}</a></p>`;
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

/** The seats that are kept for a waiting booking, with the button that takes them; null where there are none. */
function offerOf(visit: CustomerVisit, booking: Booking, { offers }: TabPage): Markup | null {
  const { words, session } = visit;
  const until = offers?.get(booking.booking);
  if (until === undefined) return null;
  const moment = momentWords(until, booking.interaction.timezone, words.locale);
  return html`<div class="note offer">
    <p>${words.selling.offer(moment)}</p>
    <form method="post" action="/bookings/${booking.booking}/accept">
      ${formToken(session.formToken)}
      <input type="hidden" name="start" value="${booking.slot_starting_at}" />
      <button class="main">${words.selling.accept} ${whichOne(visit, booking)}</button>
    </form>
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
                  ${bookingCard(visit, booking, {
                    heading: 3,
                    action: actions(visit, booking, page),
                    code: tab === "upcoming",
                    offer: offerOf(visit, booking, page),
                    cancellation: page.cancellations?.get(booking.booking) ?? null,
                  })}
                </li>`,
            )}
          </ul>
        </section>`,
    )}`;
}

/**
 * Past bookings have the link too. Whether a booking can still be cancelled is the service's decision,
 * because the service knows the check-ins and the campaign's cut-off. Where it says no, the button is grey and
 * the reason stands below it; where it says nothing, the cancel will tell.
 */
function actions(visit: Visit, booking: Booking, { cancellable }: TabPage): Part {
  const { words, now } = visit;
  const status = booking.booking_status;
  const file = startsAt(booking) > now ? calendarFileLink(visit, booking) : null;
  if (status === "CANCELLED") return file === null ? null : html`<p class="action">${file}</p>`;
  const label = status === "WAITLIST" ? words.leaveWaitlist : words.cancel;
  const reason = cancellable?.get(booking.booking)?.reason ?? null;
  if (reason === null) {
    const path = bookingPath(booking, "cancel");
    return html`<p class="action">
      <a class="button" href="${path}">${label} ${whichOne(visit, booking)}</a> ${file}
    </p>`;
  }
  const why = `why-${booking.booking}`;
  return html`<p class="action">
      <button disabled aria-describedby="${why}">${label} ${whichOne(visit, booking)}</button>
      ${file}
    </p>
    <p class="why" id="${why}">
      ${words.notCancellable[reason] ?? words.notCancellable["other"] ?? ""}
    </p>`;
}

/** The link to the booking's file for calendars. */
export function calendarFileLink(visit: Visit, booking: Booking): Markup {
  const { words } = visit;
  const label =
    booking.booking_status === "CANCELLED" ? words.takeOutOfCalendar : words.addToCalendar;
  return html`<a class="button" href="${bookingPath(booking, "calendar.ics")}"
    >${label} ${whichOne(visit, booking)}</a
  >`;
}

/** The booking's name in the label of its buttons, for those who do not see what stands around them. */
function whichOne({ words, language }: Visit, booking: Booking): Markup {
  const { date } = slotWords(booking, words.locale);
  return html`<span class="hidden">${titleOf(booking, language)}, ${date}</span>`;
}

/** The path of what concerns one booking; it carries the slot's start, by which the booking is found. */
export function bookingPath(booking: Booking, what: "cancel" | "calendar.ics"): string {
  const query = new URLSearchParams({ start: booking.slot_starting_at });
  return `/bookings/${booking.booking}/${what}?${query.toString()}`;
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
