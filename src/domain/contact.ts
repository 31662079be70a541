/*
 * A contact: the person whom a caller's system names by `external_id`. The first booking or hold that names it makes it,
 * and it goes with its hold where nobody booked. Two contacts that are one person are merged: all bookings go to one of
 * them, and the other is removed. A contact is erased when an operator asks for it, or when its last slot started longer
 * ago than the retention: its id becomes a random one, the names of its attendees go, its bookings stay and are counted.
 * The same id named again makes a new contact.
 */

import { liveTickets, type Booking } from "./booking.ts";
import { refuseCancel } from "./cancel-rules.ts";
import type { ErasureRefusal, Refused } from "./refusal.ts";

/** The external id of an erased contact (B93); `uuid` is random. */
export function erasedExternalId(uuid: string): string {
  return `erased-${uuid}`;
}

export function isErased(externalId: string): boolean {
  return /^erased-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(externalId);
}

/** A contact, with what decides whether its time is over. */
export interface ContactSlots {
  readonly id: string;
  readonly externalId: string;
  readonly bookings: number;
  /** When the latest slot of its bookings starts, cancelled ones included; null without a booking. */
  readonly lastSlot: number | null;
}

/** Whether a contact is still known and all its slots started before the moment (B320). */
export function hasExpired({ externalId, lastSlot }: ContactSlots, before: number): boolean {
  return !isErased(externalId) && (lastSlot === null || lastSlot < before);
}

const dayMs = 86_400_000;

/** Slots that started before this moment are older than so many days. */
export function endOfRetention(days: number, now: number): number {
  return now - days * dayMs;
}

/** What becomes of a contact's live bookings to come when the contact is erased. */
export type Upcoming = "cancel" | "keep";

/** A live booking of a slot that has not begun. */
function isToCome(booking: Booking, now: number): boolean {
  const { status, slotStartingAt } = booking;
  return status !== "CANCELLED" && slotStartingAt > now && liveTickets(booking).length > 0;
}

/**
 * Decides whether a contact with these bookings is erased, and which of them are cancelled with it: all live ones to
 * come, or none. Where there are any, the order has to say what becomes of them, because nobody finds them afterwards.
 */
export function decideErasure(
  bookings: readonly Booking[],
  upcoming: Upcoming | null,
  now: number,
): { readonly cancelled: readonly Booking[] } | Refused<ErasureRefusal> {
  const toCome = bookings.filter((booking) => isToCome(booking, now));
  if (toCome.length > 0 && upcoming === null) {
    return { refused: { why: "contact-has-upcoming", bookings: toCome.length } };
  }
  const cancelled = upcoming === "cancel" ? toCome : [];
  for (const booking of cancelled) {
    const why = refuseCancel(booking, now, { afterCutoff: true })?.why;
    if (why === "attendee-checked-in") return { refused: { why, booking: booking.id } };
    if (why !== undefined) throw new Error(`A live booking cannot be cancelled: ${why}.`);
  }
  return { cancelled };
}
