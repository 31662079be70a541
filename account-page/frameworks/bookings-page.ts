import { randomUUID } from "node:crypto";
import { localisedText, startsAt, type Booking, type BookingClient } from "booking-service-client";
import { calendarFile } from "../calendar/calendar-file.ts";
import { findBooking } from "../bookings/find-booking.ts";
import { slotWords } from "../bookings/slot-words.ts";
import { html } from "../web/html.ts";
import { english } from "../words/english.ts";

/** The headers of a page with personal data: no script, no frame, no cache. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  "cache-control": "no-store",
} as const;

/** The customer's next bookings, each with a form that cancels it. `words` is a message above them. */
export async function bookingsPage(
  client: Pick<BookingClient, "listBookings">,
  externalId: string,
  words: string | null,
): Promise<string> {
  const { bookings, cancellable } = await client.listBookings(externalId, {
    from: new Date(),
    statuses: ["CONFIRMED", "WAITLIST"],
    cancellable: true,
  });
  const page = html`<!doctype html>
    <html lang="en">
      <title>Your bookings</title>
      <h1>Your bookings</h1>
      ${words === null ? null : html`<p role="status">${words}</p>`}
      <ul>
        ${bookings.map((each) => bookingItem(each, cancellable?.get(each.booking)?.reason ?? null))}
      </ul>
    </html>`;
  return page.text;
}

/**
 * The form carries one key, so a second click on the same page cancels nothing twice. Where the service would
 * refuse the cancel, the item has the reason instead.
 */
function bookingItem(booking: Booking, reason: string | null) {
  const { date, time } = slotWords(booking, "en");
  const start = startsAt(booking).toISOString();
  const file = `/bookings/${booking.booking}/calendar.ics?start=${start}`;
  const shown = html`${localisedText(booking.activity.title, "en")}, ${date}, ${time}
    <a href="${file}">Add to calendar</a>`;
  if (reason !== null) {
    const why = english.notCancellable[reason] ?? english.notCancellable["other"];
    return html`<li>${shown} ${why ?? null}</li>`;
  }
  return html`<li>
    ${shown}
    <form method="post" action="/bookings/${booking.booking}/cancel">
      <input type="hidden" name="start" value="${start}" />
      <input type="hidden" name="key" value="${randomUUID()}" />
      <button>Cancel</button>
    </form>
  </li>`;
}

/** A booking of the customer's own list as a file of iCalendar; null when the list has no such booking. */
export async function calendarOf(
  client: Pick<BookingClient, "bookings">,
  externalId: string,
  asked: { readonly id: string; readonly startingAt: string; readonly home: string },
): Promise<string | null> {
  const signal = AbortSignal.timeout(10_000);
  const booking = await findBooking(client, externalId, { ...asked, language: "en", signal });
  if (booking === null) return null;
  const parts = { language: "en", words: english, home: asked.home } as const;
  return calendarFile([booking], parts);
}

/** The headers of a calendar file. */
export const calendarHeaders = {
  "content-type": "text/calendar; charset=utf-8",
  "content-disposition": 'attachment; filename="booking.ics"',
  "cache-control": "no-store",
} as const;
