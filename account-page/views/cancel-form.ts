import type { Booking } from "booking-service-client";
import { html, type Markup } from "../web/html.ts";
import type { CustomerVisit } from "../visit.ts";
import { formToken } from "./layout.ts";

/** The one form that cancels; it sends the pending cancel that the session remembers. */
export function cancelForm({ session }: CustomerVisit, booking: Booking, label: string): Markup {
  return html`<form method="post" action="/bookings/${booking.booking}/cancel">
    ${formToken(session.formToken)}
    <button class="danger">${label}</button>
  </form>`;
}
