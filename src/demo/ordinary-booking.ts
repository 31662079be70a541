import type { FixtureTicket } from "../fixtures/lines.ts";
import type { DemoBooking } from "./diary.ts";
import type { Random } from "./random.ts";
import { dayMs, minuteMs } from "../fixtures/durations.ts";
import type { DemoSlot } from "./slots.ts";
import type { TicketTypeLine } from "../fixtures/catalogue.ts";

const longestLeadDays = 25;
const showUpRate = 0.8;

export interface OrdinaryOrder {
  readonly externalId: string;
  readonly slot: DemoSlot;
  readonly ticketType: TicketTypeLine;
  readonly names: readonly string[];
  readonly cancelled: boolean;
}

/**
 * A booking like most: CONFIRMED or CANCELLED some time before its slot and before `now`. Where the slot has
 * begun, most of its attendees have checked in.
 */
export function ordinaryBooking(order: OrdinaryOrder, now: number, random: Random): DemoBooking {
  const { names, cancelled, ...booking } = order;
  const bookedAt = timeOfStatus(order.slot, now, random);
  const tickets = names.map((name): FixtureTicket => {
    const shownUp = !cancelled && order.slot.startingAt < now && random.chance(showUpRate);
    return shownUp ? { name, checkedInAt: timeOfArrival(order.slot, now, random) } : { name };
  });
  return { ...booking, status: cancelled ? "CANCELLED" : "CONFIRMED", bookedAt, tickets };
}

/** Most people book in the last days, which the square of a uniform number models. */
function timeOfStatus(slot: DemoSlot, now: number, random: Random): number {
  const latest = Math.min(now - minuteMs, slot.startingAt - 120 * minuteMs);
  return toSecond(latest - random.fraction() ** 2 * longestLeadDays * dayMs);
}

/** From a quarter of an hour before the start to five minutes after it. */
function timeOfArrival(slot: DemoSlot, now: number, random: Random): number {
  return toSecond(Math.min(now, slot.startingAt + (random.fraction() * 20 - 15) * minuteMs));
}

function toSecond(instant: number): number {
  return Math.floor(instant / 1000) * 1000;
}
