import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { admit, type Admission } from "../../domain/admit-booking.ts";
import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { takeSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { newAttempt } from "../bookings/idempotency-records.ts";
import { resolvedWrite } from "../bookings/resolve-commit.ts";
import type { Tables } from "../tables.ts";
import { findPlace, type KnownPlace, type NamedPlace } from "./find-place.ts";
import { lockSlot, writeSeats } from "./lock-slot.ts";
import { recordStatusEvent } from "./record-event.ts";
import { statusTime } from "./status-time.ts";
import { firstWaiting } from "./waitlist.ts";

/** Who wants to book what. Every value has been read strictly. */
export interface BookOrder {
  readonly place: NamedPlace;
  readonly ticketTypeId: string;
  readonly externalId: string;
  /** One for each ticket: the attendee's name, or null. */
  readonly attendees: readonly (string | null)[];
  /** Sells seats that are not there, past everybody who waits; that is recorded. */
  readonly overbook: boolean;
  /** The new booking's id, and the contact's if it is not known yet. */
  readonly bookingId: BookingId;
  readonly contactId: string;
}

/**
 * Makes a booking in one transaction: keep the slot from everybody else, see who waits, ask the rule,
 * write contact, booking, tickets, seats and history.
 */
export function bookings(engine: Engine) {
  return (
    accountId: AccountId,
    audit: AuditContext,
    order: BookOrder,
  ): Promise<Admission | Refused<SeatRefusal>> => {
    const outcomePlace = { accountId, key: newAttempt(), now: audit.now };
    return resolvedWrite(engine, outcomePlace, async (transaction) => {
      const answer = await bookOnce(engine, transaction, accountId, audit, order);
      return { answer, outcomeOf: isRefused<SeatRefusal>(answer) ? null : order.bookingId };
    });
  };
}

async function bookOnce(
  engine: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  audit: AuditContext,
  order: BookOrder,
): Promise<Admission | Refused<SeatRefusal>> {
  const place = await findPlace(transaction, accountId, order.place);
  if (isRefused<SeatRefusal>(place)) return place;
  const slot = await lockSlot(transaction, engine.locked, accountId, place);
  if (slot === null) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const limited = await isLimited(transaction, accountId, place, order.ticketTypeId);
  if (limited === null) return { refused: { why: "not-in-catalogue", field: "ticket_type" } };
  const hasWaitlist = (await firstWaiting(transaction, accountId, place)) !== null;
  const tickets = order.attendees.length;
  const comer = { tickets, hasLimitedCapacity: limited, overbook: order.overbook };
  const admission = admit(slot, hasWaitlist, comer);
  if (admission.seatsTaken > 0) {
    await writeSeats(transaction, accountId, place, takeSeats(slot, admission.seatsTaken));
  }
  await writeBooking(transaction, accountId, place, audit, order, admission, limited);
  return admission;
}

async function isLimited(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  place: KnownPlace,
  ticketTypeId: string,
): Promise<boolean | null> {
  const row = await transaction
    .selectFrom("ticket_type")
    .select("has_limited_capacity")
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", place.interactionId)
    .where("activity_id", "=", place.activityId)
    .where("id", "=", ticketTypeId)
    .executeTakeFirst();
  return row === undefined ? null : row.has_limited_capacity === 1;
}

async function writeBooking(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  place: KnownPlace,
  audit: AuditContext,
  order: BookOrder,
  admission: Admission,
  hasLimitedCapacity: boolean,
): Promise<void> {
  const { bookingId, attendees } = order;
  const { status, seatsTaken, seatsOverbooked, overtaking } = admission;
  const at = await statusTime(transaction, accountId, place, audit.now);
  await transaction
    .insertInto("booking")
    .values({
      account_id: accountId,
      contact_id: await findOrMakeContact(transaction, accountId, order),
      slot_starting_at: place.startingAt,
      id: bookingId,
      interaction_id: place.interactionId,
      activity_id: place.activityId,
      host_id: place.hostId,
      ticket_type_id: order.ticketTypeId,
      booking_status: status,
      booked_at: at,
    })
    .execute();
  await transaction
    .insertInto("ticket")
    .values(
      attendees.map((name, index) => ({
        account_id: accountId,
        booking_id: bookingId,
        number: index + 1,
        cancelled_at: null,
        attendee_display_name: name,
        attendee_checked_in_at: null,
      })),
    )
    .execute();
  await recordStatusEvent(transaction, accountId, audit, {
    bookingId,
    kind: "booked",
    status,
    at,
    details: {
      booking_status: [null, status],
      tickets: attendees.length,
      has_limited_capacity: hasLimitedCapacity,
      seats_taken: seatsTaken,
      ...(seatsOverbooked > 0 && { seats_overbooked: seatsOverbooked }),
      // The law `nobody-overtaken` looks for exactly this.
      ...(overtaking && { overtaking: true }),
    },
  });
}

/** Somebody else may be making the same contact: whoever comes second takes the first one's. */
async function findOrMakeContact(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { externalId, contactId }: BookOrder,
): Promise<string> {
  await transaction
    .insertInto("contact")
    .values({ account_id: accountId, id: contactId, external_id: externalId })
    .onConflict((conflict) => conflict.columns(["account_id", "external_id"]).doNothing())
    .execute();
  const { id } = await transaction
    .selectFrom("contact")
    .select("id")
    .where("account_id", "=", accountId)
    .where("external_id", "=", externalId)
    .executeTakeFirstOrThrow();
  return id;
}
