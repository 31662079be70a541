import type { BookingStatus } from "../../src/domain/booking.ts";
import { bookingLine, type FixtureTicket, dayMs } from "../lines.ts";
import { labelledUuid } from "./random.ts";
import type { DemoSlot } from "./slots.ts";
import type { TicketTypeLine } from "../catalogue.ts";

/** The facts of a demo booking. Instants are milliseconds UTC. */
export interface DemoBooking {
  readonly externalId: string;
  readonly slot: DemoSlot;
  readonly ticketType: TicketTypeLine;
  readonly status: BookingStatus;
  readonly bookedAt: number;
  readonly tickets: readonly FixtureTicket[];
}

/**
 * The demo's slots and their taken seats. Every demo booking is entered here, so that no slot is overbooked
 * by mistake and each booking has the same id on every run.
 */
export class Diary {
  readonly slots: readonly DemoSlot[];
  /** The slot that is full and has a waitlist; no other booking may take it. */
  readonly waitlistSlot: DemoSlot;
  readonly #taken = new Map<DemoSlot, number>();
  readonly #bookings = new Map<string, number>();

  readonly #series: string;

  /** `series` separates the ids of its bookings from those of another diary. */
  constructor(slots: readonly DemoSlot[], now: number, series = "") {
    this.#series = series;
    this.waitlistSlot = firstSlot(slots, now + 3 * dayMs, isOf("pk_summer", "tasting"));
    this.slots = slots.filter((slot) => slot !== this.waitlistSlot);
  }

  /** The first slot of an activity that starts after an instant and has enough free seats. */
  next(place: Place, after: number): DemoSlot {
    const isOfActivity = isOf(place.interaction, place.activity);
    return firstSlot(
      this.slots,
      after,
      (slot) =>
        isOfActivity(slot) &&
        (place.host === undefined || slot.host === place.host) &&
        this.seatsLeft(slot) >= (place.seats ?? 1),
    );
  }

  seatsLeft(slot: DemoSlot): number {
    return slot.capacity - (this.#taken.get(slot) ?? 0);
  }

  /** Enters a booking and returns its line of the data file. */
  enter(booking: DemoBooking): object {
    const { externalId, slot } = booking;
    const taken = slot.capacity - this.seatsLeft(slot) + seatsTaken(booking);
    if (taken > slot.capacity)
      throw new RangeError(`The demo overbooks a slot of ${slot.activity}.`);
    this.#taken.set(slot, taken);
    const number = (this.#bookings.get(externalId) ?? 0) + 1;
    this.#bookings.set(externalId, number);
    const id = bookingUuid(externalId, number, this.#series);
    return bookingLine(id, externalId, { ...booking, ...slot, ticketType: booking.ticketType.id });
  }
}

export interface Place {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
  readonly seats?: number;
}

/** The id of a contact's nth booking in the order of entry; it is the same on every day. */
export function bookingUuid(externalId: string, number: number, series = ""): string {
  return labelledUuid(`demo booking ${number} of ${externalId}${series}`);
}

function seatsTaken({ status, ticketType, tickets }: DemoBooking): number {
  return status === "CONFIRMED" && ticketType.has_limited_capacity
    ? tickets.filter((ticket) => ticket.cancelledAt === undefined).length
    : 0;
}

function isOf(interaction: string, activity: string) {
  return (slot: DemoSlot) => slot.interaction === interaction && slot.activity === activity;
}

function firstSlot(
  slots: readonly DemoSlot[],
  after: number,
  fits: (slot: DemoSlot) => boolean,
): DemoSlot {
  const found = slots.find((slot) => slot.startingAt > after && fits(slot));
  if (found === undefined) throw new RangeError("The demo's timetable has no such slot.");
  return found;
}
