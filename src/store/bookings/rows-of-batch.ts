import type { BookingId } from "../../domain/booking.ts";
import { giveBackSeats, type SlotSeats } from "../../domain/seats.ts";
import { slotRow, type SlotKey } from "./slot-key.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { eventOfChange } from "./booking-event.ts";
import type { BatchDecision } from "./decide-batch.ts";
import type { LockedBooking } from "./read-batch.ts";
import type { DecidedChange } from "./resolve-commit.ts";

/** Makes the rows of a decided batch; null when the batch leaves no trace. */
export function rowsOfBatch<R>(
  { changes, records, expired, repeated }: BatchDecision<R>,
  standing: ReadonlyMap<string, LockedBooking>,
): DecidedChange | null {
  const changed = changes.map(({ order, change }) => {
    const found = standing.get(order.bookingId);
    if (found === undefined) throw new Error("The batch has not locked a booking that it changes.");
    return { order, change, ...found };
  });
  const locked: BookingId | undefined = (changes[0] ?? records[0])?.order.bookingId;
  const bookingId = locked ?? repeated;
  if (bookingId === null) return null;
  return {
    bookingId,
    holds: locked === undefined ? null : { bookingId: locked },
    rows: {
      bookings: changed
        .filter(({ booking, change }) => !isSameStatus(booking, change))
        .map(({ booking, contactId, change }) => ({
          contact_id: contactId,
          slot_starting_at: booking.slotStartingAt,
          id: booking.id,
          booking_status: change.status,
          booked_at: change.bookedAt,
        })),
      cancelledTickets: changed.flatMap(({ order, change }) =>
        change.cancelledTickets.map((number) => ({
          booking_id: order.bookingId,
          number,
          cancelled_at: order.now,
        })),
      ),
      checkIns: changed.flatMap(({ order, change }) =>
        change.checkIns.map(({ ticket, checkedInAt }) => ({
          booking_id: order.bookingId,
          number: ticket,
          attendee_checked_in_at: checkedInAt,
        })),
      ),
      events: changed.map(({ order, change, ...found }) => eventOfChange(found, order, change)),
      slots: slotsAfter(changed),
      expiredRecords: expired.map(({ clientId, key }) => ({
        client_id: clientId,
        idempotency_key: key,
      })),
      records: records.map(({ key, order, answer }) => ({
        client_id: key.clientId,
        idempotency_key: key.key,
        booking_id: order.bookingId,
        answer: JSON.stringify(answer),
        created_at: order.now,
      })),
    },
  };
}

type Changed = LockedBooking & BatchDecision<unknown>["changes"][number];

/** One row for each slot, because several changes may free seats of the same slot. */
function slotsAfter(changed: readonly Changed[]): BatchRows["slots"] & object {
  const slots = new Map<string, { readonly slotKey: SlotKey; readonly seats: SlotSeats }>();
  for (const { slotKey, seats, change } of changed) {
    if (change.seatsFreed === 0) continue;
    if (seats === null) throw new Error("A slot whose seats become free is locked.");
    const key = JSON.stringify(Object.values(slotKey));
    const before = slots.get(key)?.seats ?? seats;
    slots.set(key, { slotKey, seats: giveBackSeats(before, change.seatsFreed) });
  }
  return [...slots.values()].map(({ slotKey, seats }) => slotRow(slotKey, seats));
}

function isSameStatus(booking: Changed["booking"], change: Changed["change"]): boolean {
  return booking.status === change.status && booking.bookedAt === change.bookedAt;
}
