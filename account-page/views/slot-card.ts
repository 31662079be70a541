import { slotWords, type TimedSlot } from "../bookings/slot-words.ts";
import type { OfferedActivity } from "../selling/offered-activities.ts";
import type { Slot } from "../selling/place.ts";
import { html, type Markup } from "../web/html.ts";
import type { Visit } from "../visit.ts";
import { fact } from "./booking-card.ts";

export function timedSlot(slot: Slot): TimedSlot {
  const minutes = slot.slot_duration_in_minutes;
  return {
    slot_starting_at: slot.starting_at,
    ...(minutes != null && { slot_duration_in_minutes: minutes }),
    interaction: { timezone: slot.timezone },
  };
}

/** A slot that is booked now, with its time and its place. */
export function slotCard(
  { words, language }: Visit,
  slot: Slot,
  activity: OfferedActivity,
  ticket: string | null,
): Markup {
  const { date, time, zone, duration, weekday, day, month } = slotWords(
    timedSlot(slot),
    words.locale,
  );
  const host = slot.host === undefined ? null : (activity.hosts.get(slot.host) ?? slot.host);
  return html`<article class="booking" aria-labelledby="slot">
    <p class="leaf" aria-hidden="true"><span>${weekday}</span><b>${day}</b><span>${month}</span></p>
    <div class="what">
      <h2 class="title" id="slot">${activity.title(language)}</h2>
      <p class="when">
        <time datetime="${slot.starting_at}"
          ><span class="date">${date}</span> <span class="clock">${time}</span></time
        >
        <span class="zone">${zone}</span>
      </p>
      <dl>
        ${fact(words.place, activity.place(language))} ${fact(words.host, host)}
        ${fact(words.duration, duration)} ${fact(words.ticket, ticket)}
      </dl>
    </div>
  </article>`;
}
