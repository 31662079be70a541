import type { Booking } from "booking-service-client";
import { html, type Markup } from "../web/html.ts";
import type { Message } from "../words/message.ts";
import type { CustomerVisit } from "../visit.ts";
import { bookingCard } from "./booking-card.ts";
import { bookingPath, calendarFileLink, tabPath } from "./bookings-view.ts";
import { layout } from "./layout.ts";

/** A booking after it was made or its offer was accepted. */
export function bookedView(visit: CustomerVisit, booking: Booking, message: Message): Markup {
  const { words } = visit;
  const waits = booking.booking_status === "WAITLIST";
  return layout(
    visit,
    message.title,
    html`<div class="narrow">
      <div class="message ${waits ? "unsure" : "good"}" role="status">
        <h1>${message.title}</h1>
        <p class="lead">${message.text}</p>
      </div>
      ${bookingCard(visit, booking, { heading: 2, action: null, code: true })}
      <div class="choices">
        ${
          waits
            ? html`<a class="button" href="${bookingPath(booking, "cancel")}"
                >${words.leaveWaitlist}</a
              >`
            : calendarFileLink(visit, booking)
        }
        <a class="button" href="/book">${words.selling.another}</a>
        <a class="button" href="${tabPath("upcoming")}">${words.backToBookings}</a>
      </div>
    </div>`,
  );
}
