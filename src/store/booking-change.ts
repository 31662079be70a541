import type { AccountId } from "../domain/account.ts";
import type { Booking, BookingChange, BookingId, Unchanged } from "../domain/booking.ts";
import { isRefused, type CancelRefusal, type Refused } from "../domain/refusal.ts";
import type { Kysely } from "kysely";
import type { Engine } from "./engine.ts";
import { prepare } from "./statement.ts";
import type { Tables } from "./tables.ts";

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

/** How long a repeated Idempotency-Key gets its first answer again (decision A35). */
export const outcomeLifetimeMs = 24 * 3_600_000;

/**
 * Changes one booking in one transaction: keep it from other writers, ask the rule, write booking,
 * tickets, seats, event and outcome. Of racing changes each sees what the one before it left.
 */
export function bookingChanges(engine: Engine) {
  const statements = prepareStatements(engine);

  return <R>(
    accountId: AccountId,
    order: BookingChangeOrder,
    decide: BookingDecision<R>,
  ): Promise<BookingChangeAnswer<R>> =>
    engine.write(async (transaction) => {
      const earlier = await findOutcome<R>(transaction, accountId, order);
      if (earlier !== null) return earlier;
      const found = await loadBooking(statements, transaction, accountId, order.bookingId);
      if (found === null) return { refused: { why: "unknown-booking" } };
      const decision = decide(found.booking);
      const answer = await carryOut(transaction, accountId, found.row, order, decision);
      await saveOutcome(transaction, accountId, order, answer);
      return answer;
    });
}

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
          .selectAll("booking")
          .select(["interaction.cancellation_cutoff_minutes", "ticket_type.has_limited_capacity"])
          .where("booking.account_id", "=", values.accountId)
          .where("booking.id", "=", values.bookingId),
      ),
    ),
    tickets: prepare((values: Values) =>
      engine.reads
        .selectFrom("ticket")
        .select(["number", "cancelled_at", "attendee_checked_in_at"])
        .where("account_id", "=", values.accountId)
        .where("booking_id", "=", values.bookingId)
        .orderBy("number"),
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;
type BookingRow = Awaited<ReturnType<Statements["booking"]>>[number];

async function loadBooking(
  statements: Statements,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  bookingId: BookingId,
): Promise<{ row: BookingRow; booking: Booking } | null> {
  const [row] = await statements.booking(transaction, { accountId, bookingId });
  if (row === undefined) return null;
  const tickets = await statements.tickets(transaction, { accountId, bookingId });
  const booking: Booking = {
    id: bookingId,
    status: row.booking_status,
    bookedAt: row.booked_at,
    slotStartingAt: row.slot_starting_at,
    hasLimitedCapacity: row.has_limited_capacity === 1,
    cancellationCutoffMinutes: row.cancellation_cutoff_minutes,
    tickets: tickets.map((ticket) => ({
      number: ticket.number,
      cancelledAt: ticket.cancelled_at,
      checkedInAt: ticket.attendee_checked_in_at,
    })),
  };
  return { row, booking };
}

async function carryOut<R>(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  row: BookingRow,
  order: BookingChangeOrder,
  decision: BookingChange | Unchanged | Refused<R>,
): Promise<BookingChangeAnswer<R>> {
  if (isRefused<R>(decision)) return decision;
  if ("unchanged" in decision) return { changed: false };
  await writeChange(transaction, accountId, row, order, decision);
  return { changed: true };
}

async function writeChange(
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
  if (change.seatsFreed > 0) {
    await transaction
      .updateTable("slot")
      .set((column) => ({ taken: column("taken", "-", change.seatsFreed) }))
      .where("account_id", "=", accountId)
      .where("interaction_id", "=", row.interaction_id)
      .where("activity_id", "=", row.activity_id)
      .where("host_id", "=", row.host_id)
      .where("starting_at", "=", row.slot_starting_at)
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
      kind: change.event,
      booking_status: change.status,
      // A change of status took effect at its own time; anything else when it was done.
      at: change.status === row.booking_status ? order.now : change.bookedAt,
      recorded_at: order.now,
      actor: order.actor,
      request_id: order.requestId,
      details: JSON.stringify({
        booking_status: [row.booking_status, change.status],
        cancelled_tickets: change.cancelledTickets,
        check_ins: change.checkIns.map(({ ticket, checkedInAt }) => ({
          ticket,
          checked_in_at: checkedInAt,
        })),
        seats_freed: change.seatsFreed,
      }),
    }))
    .execute();
}

async function findOutcome<R>(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  order: BookingChangeOrder,
): Promise<BookingChangeAnswer<R> | null> {
  if (order.once === null) return null;
  const outcome = await transaction
    .selectFrom("outcome")
    .select(["booking_id", "answer"])
    .where("account_id", "=", accountId)
    .where("client_id", "=", order.once.clientId)
    .where("idempotency_key", "=", order.once.key)
    .where("created_at", ">", order.now - outcomeLifetimeMs)
    .executeTakeFirst();
  if (outcome === undefined) return null;
  return outcome.booking_id === order.bookingId
    ? (JSON.parse(outcome.answer) as BookingChangeAnswer<R>)
    : { refused: { why: "idempotency-key-reused" } };
}

async function saveOutcome(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  order: BookingChangeOrder,
  answer: BookingChangeAnswer<unknown>,
): Promise<void> {
  if (order.once === null) return;
  const written = {
    booking_id: order.bookingId,
    answer: JSON.stringify(answer),
    created_at: order.now,
  };
  await transaction
    .insertInto("outcome")
    .values({
      account_id: accountId,
      client_id: order.once.clientId,
      idempotency_key: order.once.key,
      ...written,
    })
    // A key whose first answer has outlived its time begins anew.
    .onConflict((conflict) =>
      conflict.columns(["account_id", "client_id", "idempotency_key"]).doUpdateSet(written),
    )
    .execute();
}
