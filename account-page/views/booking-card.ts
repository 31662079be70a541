import { localisedText, type Booking } from "booking-service-client";
import type { Cancellation } from "../bookings/cancellation.ts";
import { slotWords, statusSince } from "../bookings/slot-words.ts";
import { html, type Markup, type Part } from "../web/html.ts";
import type { Visit } from "../visit.ts";
import type { Words } from "../words/words.ts";
import { ticketCode } from "./ticket-code.ts";

/** A booking with all its facts for the customer. */
export function bookingCard(
  { words, language }: Visit,
  booking: Booking,
  {
    heading,
    action,
    since = true,
    status: statusKnown = true,
    code = false,
    offer = null,
    cancellation = null,
  }: {
    readonly heading: 2 | 3;
    readonly action: Part;
    /** Whether to show when it was cancelled. */
    readonly since?: boolean;
    /** Whether to show its status. */
    readonly status?: boolean;
    /** Whether to show the code for the entrance. */
    readonly code?: boolean;
    /** What is said of seats that are kept for a waiting booking. */
    readonly offer?: Part;
    /** How the house cancelled it; null where the customer did, or nobody knows. */
    readonly cancellation?: Cancellation | null;
  },
): Markup {
  const slot = slotWords(booking, words.locale);
  const status = booking.booking_status;
  const title = titleOf(booking, language);
  const name = html`id="booking-${booking.booking}" class="title"`;
  return html`<article
    class="booking ${status.toLowerCase()}"
    aria-labelledby="booking-${booking.booking}"
  >
    <p class="leaf" aria-hidden="true">
      <span>${slot.weekday}</span><b>${slot.day}</b><span>${slot.month}</span>
    </p>
    <div class="what">
      ${statusKnown ? html`<p class="status">${words.status[status]}</p>` : null}
      ${heading === 2 ? html`<h2 ${name}>${title}</h2>` : html`<h3 ${name}>${title}</h3>`}
      <p class="when">
        <time datetime="${booking.slot_starting_at}"
          ><span class="date">${slot.date}</span> <span class="clock">${slot.time}</span></time
        >
        <span class="zone">${slot.zone}</span>
      </p>
      ${status === "WAITLIST" && statusKnown ? (offer ?? html`<p class="note">${words.waitlistNote}</p>`) : null}
      <dl>
        ${fact(words.place, localisedText(booking.activity.location_hint, language))}
        ${fact(words.host, booking.host?.display_name)} ${fact(words.duration, slot.duration)}
        ${fact(words.ticket, booking.ticket_type.display_name)}
      </dl>
      ${
        status === "CANCELLED" && since
          ? html`<p class="since">${words.cancelledOn(statusSince(booking, words.locale))}</p>`
          : null
      }
      ${status === "CANCELLED" && cancellation !== null ? byHouse(words, cancellation) : null}
      ${
        status === "CONFIRMED" && code
          ? html`<details class="ticket">
              <summary>${words.ticketCode}</summary>
              ${ticketCode(booking.booking, words.ticketCode)}
              <p class="note">${words.ticketCodeNote}</p>
            </details>`
          : null
      }
      ${action}
    </div>
  </article>`;
}

function byHouse(words: Words, { isOfSession, reason }: Cancellation): Markup {
  const sentence = isOfSession ? words.sessionCancelled : words.cancelledByHouse;
  return html`<p class="note by-house">
    ${sentence} ${reason === null ? null : html`<q>${reason}</q>`}
  </p>`;
}

/** A title may hold all languages as a JSON text; the library picks the right one. */
export function titleOf(booking: Booking, language: string): string {
  return localisedText(booking.activity.title, language) || booking.activity.id;
}

export function fact(term: string, text: string | null | undefined): Markup | null {
  if (text === null || text === undefined || text === "") return null;
  return html`<div>
    <dt>${term}</dt>
    <dd>${text}</dd>
  </div>`;
}
