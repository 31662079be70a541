import type { Booking } from "../../api/operations.ts";

/** The bookings that a desk expects: a campaign, a day of it, and perhaps one slot of that day. */
export interface DeskScope {
  readonly interaction: string;
  /** The day's first and last instants; milliseconds. */
  readonly from: number;
  readonly to: number;
  /** Null for all slots of that day. */
  readonly slot: ScopeSlot | null;
  /** Whether the day was another than today when the scope was made: each check-in is then asked about. */
  readonly isAnotherDay?: boolean;
}

export interface ScopeSlot {
  readonly activity: string;
  readonly host: string | null;
  readonly startingAt: string;
}

export type EntryDecision =
  | { readonly kind: "cancelled"; readonly at: string }
  | { readonly kind: "waitlist" }
  | { readonly kind: "elsewhere" }
  | { readonly kind: "already"; readonly at: string }
  | { readonly kind: "choose" }
  | { readonly kind: "go" };

/** Decides whether a booking's attendees may enter; the graver reason comes first. */
export function decideEntry(booking: Booking, scope: DeskScope): EntryDecision {
  const live = liveTickets(booking);
  if (booking.booking_status === "CANCELLED") return { kind: "cancelled", at: booking.booked_at };
  if (live.length === 0) return { kind: "cancelled", at: lastCancelOf(booking) };
  if (booking.booking_status === "WAITLIST") return { kind: "waitlist" };
  const expected = live.filter(({ attendee }) => attendee.checked_in_at === null);
  if (expected.length === 0) return { kind: "already", at: arrivalOf(booking) ?? "" };
  if (!isInScope(booking, scope) || scope.isAnotherDay === true) return { kind: "elsewhere" };
  return live.length === 1 ? { kind: "go" } : { kind: "choose" };
}

export type Ticket = Booking["tickets"][number];

export function liveTickets({ tickets }: Pick<Booking, "tickets">): readonly Ticket[] {
  return tickets.filter(({ cancelled_at }) => cancelled_at === null);
}

/** The last check-in of the booking's live tickets; null while nobody is checked in. */
export function arrivalOf(booking: Pick<Booking, "tickets">): string | null {
  const arrivals = liveTickets(booking).flatMap(({ attendee }) => attendee.checked_in_at ?? []);
  return arrivals.toSorted().at(-1) ?? null;
}

function lastCancelOf({ tickets, booked_at }: Booking): string {
  return (
    tickets
      .flatMap(({ cancelled_at }) => cancelled_at ?? [])
      .toSorted()
      .at(-1) ?? booked_at
  );
}

/** Whether a booking belongs to the scope; the service itself limits check-ins to no time. */
export function isInScope(booking: Booking, { interaction, from, to, slot }: DeskScope): boolean {
  const start = Date.parse(booking.slot_starting_at);
  if (booking.interaction !== interaction || start < from || start > to) return false;
  return (
    slot === null ||
    (booking.activity === slot.activity &&
      (booking.host ?? null) === slot.host &&
      start === Date.parse(slot.startingAt))
  );
}
