import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Booking, BookingId } from "../../domain/booking.ts";
import { keyText, type KeptOutcome, type Member, type Standing } from "./decide-batch.ts";
import type { Engine, BoundRows } from "../engine.ts";
import { bindRows } from "../input-rows.ts";
import { prepare } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** A booking that is kept, with the row's key and its slot's. */
export interface Kept extends Standing {
  readonly row: {
    readonly contact_id: string;
    readonly slot_starting_at: number;
    readonly id: string;
    readonly interaction_id: string;
    readonly activity_id: string;
    readonly host_id: string;
  };
}

export interface Found {
  readonly standing: ReadonlyMap<string, Kept>;
  readonly outcomes: ReadonlyMap<string, KeptOutcome>;
}

/**
 * Keeps those bookings that are free, with their slots, from other writers, and tells how they stand.
 * The statements do not wait for each other, so they reach the database together; each of them sees
 * what was committed before it began, and the second begins when the bookings are kept.
 */
export function lookAtBookings(engine: Engine) {
  const { kept, tickets, outcomes } = prepareStatements(engine);

  return async (
    transaction: Kysely<Tables>,
    accountId: AccountId,
    members: readonly Member[],
  ): Promise<Found> => {
    const ids = [...new Set(members.map(({ order }) => order.bookingId))].toSorted();
    const bookings = { accountId, ...bindRows(ids.map((id) => ({ id }))) };
    const keys = members.flatMap(({ order: { once } }) =>
      once === null ? [] : [{ client_id: once.clientId, idempotency_key: once.key }],
    );
    const [keptRows, ticketRows, outcomeRows] = await Promise.all([
      kept(transaction, bookings),
      tickets(transaction, bookings),
      keys.length === 0 ? [] : outcomes(transaction, { accountId, ...bindRows(keys) }),
    ]);
    const ticketsOf = Map.groupBy(ticketRows, (row) => row.id);
    return {
      standing: new Map(keptRows.map((row) => [row.id, standing(row, ticketsOf.get(row.id))])),
      outcomes: new Map(
        outcomeRows.map((row) => [
          keyText({ clientId: row.client_id, key: row.idempotency_key }),
          { bookingId: row.booking_id, answer: row.answer, createdAt: row.created_at },
        ]),
      ),
    };
  };
}

function prepareStatements(engine: Engine) {
  type Values = BoundRows & { readonly accountId: number };
  return {
    kept: prepare((values: Values) =>
      engine.lockedIfFree(
        engine.reads
          .selectFrom(engine.inputRows(values, { id: "text" }))
          // What is given stands first in every statement: the embedded engine keeps the order of a
          // cross join, and would else read the whole account.
          .crossJoin("booking")
          .crossJoin("slot")
          .select([
            "booking.contact_id",
            "booking.slot_starting_at",
            "booking.id",
            "booking.interaction_id",
            "booking.activity_id",
            "booking.host_id",
            "booking.booking_status",
            "booking.booked_at",
          ])
          .where("booking.account_id", "=", values.accountId)
          .whereRef("booking.id", "=", "input_rows.id")
          .where("slot.account_id", "=", values.accountId)
          .whereRef("slot.interaction_id", "=", "booking.interaction_id")
          .whereRef("slot.activity_id", "=", "booking.activity_id")
          .whereRef("slot.host_id", "=", "booking.host_id")
          .whereRef("slot.starting_at", "=", "booking.slot_starting_at"),
        ["booking", "slot"],
      ),
    ),
    tickets: prepare((values: Values) =>
      engine.reads
        .selectFrom(engine.inputRows(values, { id: "text" }))
        .crossJoin("booking")
        .crossJoin("interaction")
        .crossJoin("ticket_type")
        .leftJoin("ticket", (join) =>
          join
            .onRef("ticket.account_id", "=", "booking.account_id")
            .onRef("ticket.booking_id", "=", "booking.id"),
        )
        .select([
          "booking.id",
          "interaction.cancellation_cutoff_minutes",
          "interaction.waitlist_promotion",
          "ticket_type.has_limited_capacity",
          "ticket.number",
          "ticket.cancelled_at",
          "ticket.attendee_checked_in_at",
        ])
        .where("booking.account_id", "=", values.accountId)
        .whereRef("booking.id", "=", "input_rows.id")
        .where("interaction.account_id", "=", values.accountId)
        .whereRef("interaction.id", "=", "booking.interaction_id")
        .where("ticket_type.account_id", "=", values.accountId)
        .whereRef("ticket_type.interaction_id", "=", "booking.interaction_id")
        .whereRef("ticket_type.activity_id", "=", "booking.activity_id")
        .whereRef("ticket_type.id", "=", "booking.ticket_type_id")
        .orderBy("ticket.number"),
    ),
    outcomes: prepare((values: Values) =>
      engine.reads
        .selectFrom(engine.inputRows(values, { client_id: "text", idempotency_key: "text" }))
        .crossJoin("outcome")
        .select([
          "outcome.client_id",
          "outcome.idempotency_key",
          "outcome.booking_id",
          "outcome.answer",
          "outcome.created_at",
        ])
        .where("outcome.account_id", "=", values.accountId)
        .whereRef("outcome.client_id", "=", "input_rows.client_id")
        .whereRef("outcome.idempotency_key", "=", "input_rows.idempotency_key"),
    ),
  };
}

type Statements = ReturnType<typeof prepareStatements>;
type KeptRow = Awaited<ReturnType<Statements["kept"]>>[number];
type TicketRow = Awaited<ReturnType<Statements["tickets"]>>[number];

function standing(row: KeptRow, tickets: readonly TicketRow[] = []): Kept {
  const [rules] = tickets;
  if (rules === undefined) throw new Error("A booking has its campaign and its ticket type.");
  const booking: Booking = {
    id: row.id as BookingId,
    status: row.booking_status,
    bookedAt: row.booked_at,
    slotStartingAt: row.slot_starting_at,
    hasLimitedCapacity: rules.has_limited_capacity === 1,
    cancellationCutoffMinutes: rules.cancellation_cutoff_minutes,
    tickets: tickets.flatMap(({ number, cancelled_at, attendee_checked_in_at }) =>
      number === null
        ? []
        : [{ number, cancelledAt: cancelled_at, checkedInAt: attendee_checked_in_at }],
    ),
  };
  return { row, booking, promotes: rules.waitlist_promotion === "automatic" };
}
