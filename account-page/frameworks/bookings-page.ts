import { randomUUID } from "node:crypto";
import { localisedText, startsAt, type Booking, type BookingClient } from "booking-service-client";
import { slotWords } from "../bookings/slot-words.ts";
import { html } from "../web/html.ts";

/** The headers of a page with personal data: no script, no frame, no cache. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
  "cache-control": "no-store",
} as const;

/** The customer's upcoming bookings, each with a form that cancels it. `words` is a message above them. */
export async function bookingsPage(
  client: Pick<BookingClient, "bookings">,
  externalId: string,
  words: string | null,
): Promise<string> {
  const asked = { from: new Date(), statuses: ["CONFIRMED", "WAITLIST"] } as const;
  const bookings = await client.bookings(externalId, asked).toArray({ limit: 100 });
  const page = html`<!doctype html>
    <html lang="en">
      <title>Your bookings</title>
      <h1>Your bookings</h1>
      ${words === null ? null : html`<p role="status">${words}</p>`}
      <ul>
        ${bookings.map(bookingItem)}
      </ul>
    </html>`;
  return page.text;
}

/** The form carries one key, so a second click on the same page cancels nothing twice. */
function bookingItem(booking: Booking) {
  const { date, time } = slotWords(booking, "en");
  return html`<li>
    ${localisedText(booking.activity.title, "en")}, ${date}, ${time}
    <form method="post" action="/bookings/${booking.booking}/cancel">
      <input type="hidden" name="start" value="${startsAt(booking).toISOString()}" />
      <input type="hidden" name="key" value="${randomUUID()}" />
      <button>Cancel</button>
    </form>
  </li>`;
}
