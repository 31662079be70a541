import type { BookingStatus } from "../../src/domain/booking.ts";
import { parseInstant } from "../../src/domain/instant.ts";
import { demoDataFile } from "../../playground/demo/demo-data.ts";

/** The demo for its tests: the lines by kind, as in the data file. */
export interface Demo {
  readonly now: number;
  readonly group: readonly Line[];
  readonly interaction: readonly Line[];
  readonly activity: readonly Line[];
  readonly host: readonly Line[];
  readonly ticket_type: readonly Line[];
  readonly slot: readonly SlotLine[];
  readonly booking: readonly BookingLine[];
  /** Finds the slot of a booking. */
  readonly slotOf: (booking: BookingLine) => SlotLine;
}

export type Line = Readonly<Record<string, unknown>>;

export interface SlotLine extends Line {
  readonly starting_at: string;
  readonly capacity: number;
}

export interface BookingLine extends Line {
  readonly booking: string;
  readonly external_id: string;
  readonly slot_starting_at: string;
  readonly booking_status: BookingStatus;
  readonly booked_at: string;
  readonly tickets: readonly TicketLine[];
}

interface TicketLine {
  readonly cancelled_at: string | null;
  readonly attendee: { readonly display_name: string; readonly checked_in_at: string | null };
}

const dates = [
  // Every day of the week, early and late.
  "2026-06-01T04:17:00Z",
  "2026-06-02T07:17:00Z",
  "2026-06-03T10:17:00Z",
  "2026-06-04T13:17:00Z",
  "2026-06-05T16:17:00Z",
  "2026-06-06T19:17:00Z",
  "2026-06-07T22:17:00Z",
  // The nights of the clock changes, and days before them.
  "2026-03-08T07:00:00Z",
  "2026-03-29T00:59:59Z",
  "2026-10-20T12:00:00Z",
  "2026-10-25T01:00:00Z",
  // The end of a year, a leap day, fractions of a second.
  "2027-12-31T23:59:59.999Z",
  "2028-02-29T18:30:00.001Z",
];

export const demos: readonly Demo[] = dates.map((date) => readDemo(instant(date)));

export function readDemo(now: number): Demo {
  const lines = [...demoDataFile(now)] as Line[];
  const demo = Object.groupBy(lines, (line) => String(line["kind"])) as unknown as Demo;
  const slots = new Map(demo.slot.map((slot) => [slotKey(slot, slot.starting_at), slot]));
  const slotOf = (booking: BookingLine) => {
    const slot = slots.get(slotKey(booking, booking.slot_starting_at));
    if (slot === undefined) throw new RangeError(`There is no slot for ${booking.booking}.`);
    return slot;
  };
  return { ...demo, now, slotOf };
}

/** A contact's bookings in the order of the list (decision A7). */
export function bookingsOf(demo: Demo, externalId: string): readonly BookingLine[] {
  return demo.booking
    .filter((booking) => booking.external_id === externalId)
    .toSorted(
      (one, other) =>
        instant(one.slot_starting_at) - instant(other.slot_starting_at) ||
        (one.booking < other.booking ? -1 : 1),
    );
}

export function activityOf(demo: Demo, booking: Line): Line {
  const { interaction, activity } = booking;
  return only(demo.activity, { interaction, id: activity });
}

export function ticketTypeOf(demo: Demo, booking: Line): Line {
  const { interaction, activity, ticket_type: id } = booking;
  return only(demo.ticket_type, { interaction, activity, id });
}

export function liveTickets(booking: BookingLine): readonly TicketLine[] {
  return booking.tickets.filter((ticket) => ticket.cancelled_at === null);
}

/** The seats that each slot's bookings hold: live tickets of CONFIRMED bookings with a limited type. */
export function seatsTaken(demo: Demo): ReadonlyMap<SlotLine, number> {
  const taken = new Map(demo.slot.map((slot) => [slot, 0]));
  for (const booking of demo.booking.filter((each) => holdsSeats(demo, each))) {
    const slot = demo.slotOf(booking);
    taken.set(slot, (taken.get(slot) ?? 0) + liveTickets(booking).length);
  }
  return taken;
}

export function holdsSeats(demo: Demo, booking: BookingLine): boolean {
  return (
    booking.booking_status === "CONFIRMED" &&
    ticketTypeOf(demo, booking)["has_limited_capacity"] === true
  );
}

/** Milliseconds UTC; throws on anything but an RFC 3339 timestamp. */
export function instant(text: unknown): number {
  const parsed = typeof text === "string" ? parseInstant(text) : null;
  if (parsed === null) throw new TypeError(`${String(text)} is no timestamp`);
  return parsed;
}

/** The one line with all these values; throws where there is none, or more than one. */
function only<T extends Line>(lines: readonly T[], values: Line): T {
  const [found, ...more] = lines.filter((line) =>
    Object.entries(values).every(([field, value]) => line[field] === value),
  );
  if (found === undefined || more.length > 0) {
    throw new RangeError(`${more.length} lines too many, or none, for ${JSON.stringify(values)}`);
  }
  return found;
}

function slotKey({ interaction, activity, host }: Line, startingAt: string): string {
  return JSON.stringify([interaction, activity, host, startingAt]);
}
