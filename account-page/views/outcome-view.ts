import { startsAt, type Booking } from "booking-service-client";
import type { Outcome } from "../bookings/pending-cancel.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import type { Message } from "../words/message.ts";
import type { CustomerVisit } from "../visit.ts";
import { bookingCard } from "./booking-card.ts";
import { calendarFileLink, tabPath } from "./bookings-view.ts";
import { cancelForm } from "./cancel-form.ts";
import { layout } from "./layout.ts";
import { referenceLine } from "./reference-line.ts";
import { comeBack } from "./problem-view.ts";

/** Shows the outcome of a cancel. */
export function outcomeView(
  visit: CustomerVisit,
  booking: Booking,
  { result, requestId }: Outcome,
): Markup {
  const { words } = visit;
  const { title, text } = messageOf(visit, booking, result);
  const gone = result.kind === "cancelled" || result.kind === "already-cancelled";
  const shown: Booking = gone ? { ...booking, booking_status: "CANCELLED" } : booking;
  return layout(
    visit,
    title,
    html`<div class="narrow">
      <div class="message ${toneOf(result)}" role="status">
        <h1>${title}</h1>
        <p class="lead">${text}</p>
        ${more(visit, result)}
      </div>
      ${bookingCard(visit, shown, {
        heading: 2,
        action: null,
        // The booking was read before its cancel, so its cancellation time is unknown here.
        since: booking.booking_status === "CANCELLED",
        status: isCertain(result),
      })}
      <div class="choices">
        ${again(visit, booking, result)}
        <a class="button" href="${tabPath("upcoming")}">${words.backToBookings}</a>
        ${gone && startsAt(booking) > visit.now ? calendarFileLink(visit, shown) : null}
        ${gone ? html`<a href="${tabPath("cancelled")}">${words.seeCancelled}</a>` : null}
      </div>
      ${referenceLine(visit, requestId)}
    </div>`,
  );
}

type Result = Outcome["result"];

function messageOf({ words }: CustomerVisit, booking: Booking, result: Result): Message {
  if (result.kind === "failed") return words.cancelProblem[result.problem.kind];
  const left = result.kind === "cancelled" && booking.booking_status === "WAITLIST";
  return words.outcome[left ? "left" : result.kind];
}

/** Whether the booking's status is certain after this outcome. */
function isCertain(result: Result): boolean {
  if (result.kind === "failed") return result.problem.kind === "busy";
  return result.kind !== "unknown";
}

function toneOf(result: Result): "good" | "bad" | "unsure" {
  if (result.kind === "cancelled") return "good";
  if (result.kind === "failed") return result.problem.kind === "busy" ? "unsure" : "bad";
  return result.kind === "refused" ? "bad" : "unsure";
}

/** When to come back after a failure, or the service's own words for a refusal. */
function more({ words }: CustomerVisit, result: Result): Part {
  if (result.kind === "failed") return comeBack(words, result.problem);
  if (result.kind !== "refused") return null;
  return html`<p class="quote">${words.serviceSays} <q lang="en">${result.why}</q></p>`;
}

/** The link to repeat, where a repetition can help; it is the same pending cancel. */
function again(visit: CustomerVisit, booking: Booking, result: Result): Part {
  const helps =
    result.kind === "unknown" || (result.kind === "failed" && result.problem.kind !== "broken");
  return helps ? cancelForm(visit, booking, visit.words.tryAgain) : null;
}
