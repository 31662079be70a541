import type { DemoBooking, Diary } from "./diary.ts";
import { partyNames, type Person } from "./people.ts";
import type { Random } from "./random.ts";
import { dayMs, minuteMs, type FixtureTicket } from "../lines.ts";
import type { DemoSlot } from "./slots.ts";
import type { TicketTypeLine } from "../catalogue.ts";
import { findUnlimitedTicketType, limitedTicketType } from "./campaigns.ts";

const cancelledRate = 0.2;
const unlimitedRate = 0.3;
const largestParty = 3;
const longestLeadDays = 25;
const showUpRate = 0.8;

/** The bookings that show nothing in particular; they fill the slots. */
export function* everydayBookings(
  diary: Diary,
  people: readonly Person[],
  moment: { readonly now: number; readonly random: Random },
  slots: readonly DemoSlot[] = diary.slots,
): Generator<object> {
  const { now, random } = moment;
  for (const slot of slots) {
    const locals = people.filter((person) => person.interaction === slot.interaction);
    const guests = random.shuffle(locals).values();
    const order = (ticketType: TicketTypeLine, size: number, cancelled = false): OrdinaryOrder => {
      const person = guests.next().value;
      if (person === undefined) throw new RangeError("The demo has too few people for a slot.");
      const names = partyNames(person, size, random);
      return { externalId: person.externalId, slot, ticketType, names, cancelled };
    };
    const orders: OrdinaryOrder[] = [];
    const limited = limitedTicketType(slot);
    let seats = Math.min(diary.seatsLeft(slot), seatsWanted(slot, now, random));
    while (seats > 0) {
      const size = Math.min(seats, partySize(random));
      orders.push(order(limited, size));
      seats -= size;
    }
    const unlimited = findUnlimitedTicketType(slot);
    if (unlimited !== null && random.chance(unlimitedRate)) {
      orders.push(order(unlimited, partySize(random)));
    }
    if (random.chance(cancelledRate)) orders.push(order(limited, partySize(random), true));
    for (const each of orders) yield diary.enter(ordinaryBooking(each, now, random));
  }
}

/** Near slots are well booked and those of next month hardly; some slots always have more bookings. */
function seatsWanted(slot: DemoSlot, now: number, random: Random): number {
  const daysAhead = Math.max(0, (slot.startingAt - now) / dayMs);
  const luck = 0.4 + random.fraction();
  return Math.round(slot.capacity * 0.7 * Math.exp(-daysAhead / 14) * luck);
}

/** Mostly one, sometimes two, seldom three. */
function partySize(random: Random): number {
  return 1 + Math.floor(random.fraction() ** 2 * largestParty);
}

interface OrdinaryOrder {
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
