import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Booking, BookingId } from "../../domain/booking.ts";
import { promote, type Promotion } from "../../domain/promote-booking.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { freeSeats, takeSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { newAttempt } from "../bookings/idempotency-records.ts";
import { resolvedWrite } from "../bookings/resolve-commit.ts";
import type { Tables } from "../tables.ts";
import { confirmWaiting } from "./confirm-waiting.ts";
import { lockSlot, writeSeats } from "./lock-slot.ts";
import type { SlotPlace } from "./slot-place.ts";
import { statusTime } from "./status-time.ts";
import { firstWaiting } from "./waitlist.ts";

export interface PromoteOrder {
  readonly bookingId: BookingId;
  /** Passes over earlier entries; that is recorded. */
  readonly overtake: boolean;
}

/**
 * Confirms a booking of the waitlist in one transaction. The slot is locked before the booking: a
 * booking leaves the waitlist for a seat only under the slot's lock, and whoever cancels one that
 * waits needs no slot, so nobody waits in a circle.
 */
export function promotions(engine: Engine) {
  return (
    accountId: AccountId,
    audit: AuditContext,
    order: PromoteOrder,
  ): Promise<Promotion | Refused<SeatRefusal>> => {
    const outcomePlace = { accountId, key: newAttempt(), now: audit.now };
    return resolvedWrite(engine, outcomePlace, async (transaction) => {
      const answer = await promoteOnce(engine, transaction, accountId, audit, order);
      return { answer, outcomeOf: isRefused<SeatRefusal>(answer) ? null : order.bookingId };
    });
  };
}

async function promoteOnce(
  engine: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  audit: AuditContext,
  { bookingId, overtake }: PromoteOrder,
): Promise<Promotion | Refused<SeatRefusal>> {
  const row = await bookingRow(transaction, accountId, bookingId).executeTakeFirst();
  if (row === undefined) return { refused: { why: "unknown-booking" } };
  const place: SlotPlace = {
    interactionId: row.interaction_id,
    activityId: row.activity_id,
    hostId: row.host_id,
    startingAt: row.slot_starting_at,
  };
  const slot = await lockSlot(transaction, engine.locked, accountId, place);
  if (slot === null) throw new Error("A booking's slot is missing.");
  const booking = await loadWaiting(transaction, engine.locked, accountId, bookingId);
  const first = await firstWaiting(transaction, accountId, place);
  const promotion = promote(booking, { free: freeSeats(slot), first }, overtake);
  if (isRefused<SeatRefusal>(promotion)) return promotion;
  const at = await statusTime(transaction, accountId, place, audit.now);
  await confirmWaiting(transaction, accountId, place, audit, {
    bookingId,
    contactId: row.contact_id,
    at,
    hasLimitedCapacity: booking.hasLimitedCapacity,
    promotion,
    automatic: false,
  });
  if (promotion.seatsTaken > 0) {
    await writeSeats(transaction, accountId, place, takeSeats(slot, promotion.seatsTaken));
  }
  return promotion;
}

function bookingRow(database: Kysely<Tables>, accountId: AccountId, bookingId: BookingId) {
  return database
    .selectFrom("booking")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("id", "=", bookingId);
}

/** The booking as it stands under the slot's lock; kept from being cancelled if it waits. */
async function loadWaiting(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: AccountId,
  bookingId: BookingId,
): Promise<Booking> {
  // One that does not wait is not locked: whoever cancels it holds it and asks for the slot.
  const waiting = await locked(
    bookingRow(transaction, accountId, bookingId).where("booking_status", "=", "WAITLIST"),
    "booking",
  ).executeTakeFirst();
  const row =
    waiting ?? (await bookingRow(transaction, accountId, bookingId).executeTakeFirstOrThrow());
  const { has_limited_capacity } = await transaction
    .selectFrom("ticket_type")
    .select("has_limited_capacity")
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", row.interaction_id)
    .where("activity_id", "=", row.activity_id)
    .where("id", "=", row.ticket_type_id)
    .executeTakeFirstOrThrow();
  const tickets = await transaction
    .selectFrom("ticket")
    .select(["number", "cancelled_at", "attendee_checked_in_at"])
    .where("account_id", "=", accountId)
    .where("booking_id", "=", bookingId)
    .orderBy("number")
    .execute();
  return {
    id: bookingId,
    status: row.booking_status,
    bookedAt: row.booked_at,
    slotStartingAt: row.slot_starting_at,
    hasLimitedCapacity: has_limited_capacity === 1,
    cancellationCutoffMinutes: null,
    tickets: tickets.map((ticket) => ({
      number: ticket.number,
      cancelledAt: ticket.cancelled_at,
      checkedInAt: ticket.attendee_checked_in_at,
    })),
  };
}
