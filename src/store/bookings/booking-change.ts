import type { AccountId } from "../../domain/account.ts";
import type { Booking, BookingChange, BookingId, Unchanged } from "../../domain/booking.ts";
import { isRefused, type CancelRefusal, type Refused } from "../../domain/refusal.ts";
import type { Kysely } from "kysely";
import { eventOfChange } from "./booking-event.ts";
import type { Engine } from "../engine.ts";
import { findOutcome, newAttempt, type OutcomePlace } from "./idempotency-records.ts";
import { giveSeatsBack, type Release } from "../seats/release-seats.ts";
import { resolvedWrite, type Decided } from "./resolve-commit.ts";
import { prepare } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** Which booking to change, on whose behalf, and when. */
export interface BookingChangeOrder {
  readonly bookingId: BookingId;
  readonly actor: string;
  readonly requestId: string | null;
  readonly now: number;
  /** Makes repeating the order harmless: the same key gets the same answer again. */
  readonly once: { readonly clientId: string; readonly key: string } | null;
}

/** The pure rule: what to do with the booking as it stands, or why nothing. It may be asked again. */
export type BookingDecision<R> = (booking: Booking) => BookingChange | Unchanged | Refused<R>;

export type BookingChangeAnswer<R> = { readonly changed: boolean } | Refused<R | CancelRefusal>;

/**
 * Changes one booking in one transaction: keep it from other writers, ask the rule, write booking,
 * tickets, seats, event and outcome. Of racing changes each sees what the one before it left, and an
 * unanswered COMMIT is found out about (`resolvedWrite`).
 */
export function bookingChanges(engine: Engine) {
  const statements = prepareStatements(engine);

  return async <R>(
    accountId: AccountId,
    order: BookingChangeOrder,
    decide: BookingDecision<R>,
  ): Promise<BookingChangeAnswer<R>> => {
    const place = { accountId, key: order.once ?? newAttempt(), now: order.now };
    return resolvedWrite<BookingChangeAnswer<R>>(engine, place, async (transaction) => {
      const earlier = await answerOfBefore<R>(transaction, place, order);
      if (earlier !== null) return earlier;
      const found = await loadBooking(statements, transaction, accountId, order.bookingId);
      if (found === null) return unknownBooking;
      // The same key may have been at work on the booking until the booking was free.
      const meanwhile = await answerOfBefore<R>(transaction, place, order);
      if (meanwhile !== null) return meanwhile;
      const decision = decide(found.booking);
      const answer = await carryOut(engine, transaction, accountId, found.row, order, decision);
      const leavesTrace = order.once !== null || !("unchanged" in decision || isRefused(decision));
      return { answer, outcomeOf: leavesTrace ? order.bookingId : null };
    });
  };
}

const unknownBooking = {
  answer: { refused: { why: "unknown-booking" } },
  outcomeOf: null,
} as const;

/** What the caller's key was answered with before; null when it is new, or there is none. */
async function answerOfBefore<R>(
  transaction: Kysely<Tables>,
  place: OutcomePlace,
  order: BookingChangeOrder,
): Promise<Decided<BookingChangeAnswer<R>> | null> {
  if (order.once === null) return null;
  const outcome = await findOutcome(transaction, place);
  if (outcome === null) return null;
  if (outcome.bookingId !== order.bookingId) return keyReused;
  // JSON of such an answer, written by `resolvedWrite`.
  return { answer: JSON.parse(outcome.answer) as BookingChangeAnswer<R>, outcomeOf: "kept" };
}

const keyReused = {
  answer: { refused: { why: "idempotency-key-reused" } },
  outcomeOf: null,
} as const;

function prepareStatements(engine: Engine) {
  interface Values {
    accountId: number;
    bookingId: string;
  }
  return {
    booking: prepare((values: Values) =>
      engine.locked(
        engine.reads
          .selectFrom("booking")
          // Named one by one: a column that a later version adds must not change the answer's shape.
          .select([
            "contact_id",
            "slot_starting_at",
            "id",
            "interaction_id",
            "activity_id",
            "host_id",
            "booking_status",
            "booked_at",
          ])
          .where("account_id", "=", values.accountId)
          .where("id", "=", values.bookingId),
        "booking",
      ),
    ),
    // Asked once the booking is kept: an import that waited before us may have changed all of it.
    tickets: prepare((values: Values) =>
      engine.reads
        .selectFrom("booking")
        .innerJoin("interaction", (join) =>
          join
            .onRef("interaction.account_id", "=", "booking.account_id")
            .onRef("interaction.id", "=", "booking.interaction_id"),
        )
        .innerJoin("ticket_type", (join) =>
          join
            .onRef("ticket_type.account_id", "=", "booking.account_id")
            .onRef("ticket_type.interaction_id", "=", "booking.interaction_id")
            .onRef("ticket_type.activity_id", "=", "booking.activity_id")
            .onRef("ticket_type.id", "=", "booking.ticket_type_id"),
        )
        .leftJoin("ticket", (join) =>
          join
            .onRef("ticket.account_id", "=", "booking.account_id")
            .onRef("ticket.booking_id", "=", "booking.id"),
        )
        .select([
          "interaction.cancellation_cutoff_minutes",
          "interaction.waitlist_promotion",
          "ticket_type.has_limited_capacity",
          "ticket.number",
          "ticket.cancelled_at",
          "ticket.attendee_checked_in_at",
        ])
        .where("booking.account_id", "=", values.accountId)
        .where("booking.id", "=", values.bookingId)
        .orderBy("ticket.number"),
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;
type BookingRow = Awaited<ReturnType<Statements["booking"]>>[number] &
  Pick<TicketRow, "cancellation_cutoff_minutes" | "waitlist_promotion" | "has_limited_capacity">;
type TicketRow = Awaited<ReturnType<Statements["tickets"]>>[number];

async function loadBooking(
  statements: Statements,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  bookingId: BookingId,
): Promise<{ row: BookingRow; booking: Booking } | null> {
  const [kept] = await statements.booking(transaction, { accountId, bookingId });
  if (kept === undefined) return null;
  const tickets = await statements.tickets(transaction, { accountId, bookingId });
  const [rules] = tickets;
  if (rules === undefined) throw new Error("A booking has its campaign and its ticket type.");
  const row = { ...kept, ...rules };
  const booking: Booking = {
    id: bookingId,
    status: row.booking_status,
    bookedAt: row.booked_at,
    slotStartingAt: row.slot_starting_at,
    hasLimitedCapacity: row.has_limited_capacity === 1,
    cancellationCutoffMinutes: row.cancellation_cutoff_minutes,
    tickets: tickets.flatMap(({ number, cancelled_at, attendee_checked_in_at }) =>
      number === null
        ? []
        : [{ number, cancelledAt: cancelled_at, checkedInAt: attendee_checked_in_at }],
    ),
  };
  return { row, booking };
}

async function carryOut<R>(
  engine: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  row: BookingRow,
  order: BookingChangeOrder,
  decision: BookingChange | Unchanged | Refused<R>,
): Promise<BookingChangeAnswer<R>> {
  if (isRefused<R>(decision)) return decision;
  if ("unchanged" in decision) return { changed: false };
  await writeChange(engine, transaction, accountId, row, order, decision);
  return { changed: true };
}

async function writeChange(
  engine: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  row: BookingRow,
  order: BookingChangeOrder,
  change: BookingChange,
): Promise<void> {
  await transaction
    .updateTable("booking")
    .set({ booking_status: change.status, booked_at: change.bookedAt })
    .where("account_id", "=", accountId)
    .where("contact_id", "=", row.contact_id)
    .where("slot_starting_at", "=", row.slot_starting_at)
    .where("id", "=", row.id)
    .execute();
  if (change.cancelledTickets.length > 0) {
    await transaction
      .updateTable("ticket")
      .set({ cancelled_at: order.now })
      .where("account_id", "=", accountId)
      .where("booking_id", "=", row.id)
      .where("number", "in", change.cancelledTickets)
      .execute();
  }
  for (const { ticket, checkedInAt } of change.checkIns) {
    await transaction
      .updateTable("ticket")
      .set({ attendee_checked_in_at: checkedInAt })
      .where("account_id", "=", accountId)
      .where("booking_id", "=", row.id)
      .where("number", "=", ticket)
      .execute();
  }
  await transaction
    .insertInto("booking_event")
    .values((values) => ({
      account_id: accountId,
      booking_id: row.id,
      number: values
        .selectFrom("booking_event")
        .select((select) =>
          select(select.fn.coalesce(select.fn.max("number"), select.lit(0)), "+", select.lit(1)).as(
            "next",
          ),
        )
        .where("account_id", "=", accountId)
        .where("booking_id", "=", row.id),
      ...eventOfChange(
        { status: row.booking_status, hasLimitedCapacity: row.has_limited_capacity === 1 },
        order,
        change,
      ),
    }))
    .execute();
  if (change.seatsFreed > 0) {
    await giveSeatsBack(transaction, engine.locked, accountId, releaseOf(row, change), {
      actor: order.actor,
      now: order.now,
      ...(order.requestId !== null && { requestId: order.requestId }),
    });
  }
}

function releaseOf(row: BookingRow, { seatsFreed }: BookingChange): Release {
  return {
    place: {
      interactionId: row.interaction_id,
      activityId: row.activity_id,
      hostId: row.host_id,
      startingAt: row.slot_starting_at,
    },
    seats: seatsFreed,
    promotes: row.waitlist_promotion === "automatic",
  };
}
