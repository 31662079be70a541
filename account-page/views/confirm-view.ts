import { startsAt, type Booking } from "booking-service-client";
import { html, type Markup } from "../web/html.ts";
import type { CustomerVisit } from "../visit.ts";
import { bookingCard } from "./booking-card.ts";
import { tabPath } from "./bookings-view.ts";
import { cancelForm } from "./cancel-form.ts";
import { layout } from "./layout.ts";

/** Asks for confirmation before a cancel. */
export function confirmView(visit: CustomerVisit, booking: Booking): Markup {
  const { words } = visit;
  const waits = booking.booking_status === "WAITLIST";
  const past = startsAt(booking) <= visit.now;
  const { title, text } = waits ? words.confirmWaitlist : words.confirm;
  return layout(
    visit,
    title,
    html`<div class="narrow">
      <h1>${title}</h1>
      <p class="lead">${past ? `${words.confirmPast} ` : ""}${text}</p>
      ${bookingCard(visit, booking, { heading: 2, action: null })}
      <div class="choices">
        ${cancelForm(visit, booking, waits ? words.confirmYesWaitlist : words.confirmYes)}
        <a class="button" href="${tabPath(past ? "past" : "upcoming")}">${words.confirmNo}</a>
      </div>
    </div>`,
  );
}
