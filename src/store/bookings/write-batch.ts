import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import { eventOfChange } from "./booking-event.ts";
import type { DecidedTogether } from "./decide-batch.ts";
import type { Engine, BoundRows } from "../engine.ts";
import type { Kept } from "./read-batch.ts";
import type { OutcomePlace } from "./idempotency-records.ts";
import { overbookedAfter } from "../seats/release-seats.ts";
import { bindRows } from "../input-rows.ts";
import { prepareToBind } from "../statement.ts";

/**
 * The statements that write what was decided, one for each table; none needs another's answer. Each has its rows as parameters, so that its text is always the same. Every booking and
 * slot is kept, so nothing here waits for a lock.
 */
export function writeBookings(engine: Engine) {
  const statements = prepareStatements(engine);

  return (
    place: OutcomePlace,
    decided: DecidedTogether,
    kept: ReadonlyMap<string, Kept>,
  ): CompiledQuery[] => {
    const { accountId } = place;
    const rows = rowsOf(place, decided, kept);
    const write = (name: keyof typeof statements) =>
      rows[name].length === 0 ? [] : [statements[name]({ accountId, ...bindRows(rows[name]) })];
    return [
      ...write("bookings"),
      ...write("tickets"),
      ...write("events"),
      ...write("slots"),
      ...write("outcomes"),
    ];
  };
}

function rowsOf(place: OutcomePlace, decided: DecidedTogether, kept: ReadonlyMap<string, Kept>) {
  const { accountId } = place;
  const changes = decided.changes.map(({ order, change }) => {
    const found = kept.get(order.bookingId);
    if (found === undefined) throw new Error("What is changed was kept.");
    return { order, change, ...found };
  });
  const outcomes = decided.outcomes.map(({ key, order, answer }) => ({
    client_id: key.clientId,
    idempotency_key: key.key,
    booking_id: order.bookingId,
    answer: JSON.stringify(answer),
    created_at: order.now,
  }));
  return {
    bookings: changes.map(({ row, change }) => ({
      account_id: accountId,
      contact_id: row.contact_id,
      slot_starting_at: row.slot_starting_at,
      id: row.id,
      booking_status: change.status,
      booked_at: change.bookedAt,
    })),
    tickets: changes.flatMap(({ row, order, change }) =>
      change.cancelledTickets.map((number) => ({
        account_id: accountId,
        booking_id: row.id,
        number,
        cancelled_at: order.now,
      })),
    ),
    events: changes.map(({ row, booking, order, change }) => ({
      booking_id: row.id,
      ...eventOfChange(booking, order, change),
    })),
    slots: seatsFreed(changes).map((slot) => ({ account_id: accountId, ...slot })),
    outcomes: [
      ...outcomes,
      // By this it is found out whether all of it took place.
      {
        client_id: place.key.clientId,
        idempotency_key: place.key.key,
        booking_id:
          decided.changes[0]?.order.bookingId ?? outcomes[0]?.booking_id ?? decided.repeated,
        answer: JSON.stringify(decided.answers),
        created_at: place.now,
      },
    ].toSorted((one, other) => (one.idempotency_key < other.idempotency_key ? -1 : 1)),
  };
}

type Change = DecidedTogether["changes"][number] & Kept;

/** One row for each slot: a statement changes a row once. */
function seatsFreed(changes: readonly Change[]) {
  const slots = new Map<string, ReturnType<typeof slotOf> & { freed: number }>();
  for (const { row, change } of changes) {
    if (change.seatsFreed === 0) continue;
    const slot = slotOf(row);
    const key = JSON.stringify(Object.values(slot));
    slots.set(key, { ...slot, freed: (slots.get(key)?.freed ?? 0) + change.seatsFreed });
  }
  return [...slots.values()];
}

function slotOf(row: Kept["row"]) {
  return {
    interaction_id: row.interaction_id,
    activity_id: row.activity_id,
    host_id: row.host_id,
    starting_at: row.slot_starting_at,
  };
}

type Values = BoundRows & { readonly accountId: number };

/**
 * A row to be changed is found by the account that is given with it. Were its account the parameter
 * by itself, the embedded engine, which has no statistics, would read all of the account's rows and
 * look for each among those that are given.
 */
function prepareStatements({ reads, inputRows }: Engine) {
  return {
    bookings: prepareToBind((values: Values) =>
      reads
        .updateTable("booking")
        .from(
          inputRows(values, {
            account_id: "bigint",
            contact_id: "text",
            slot_starting_at: "bigint",
            id: "text",
            booking_status: "text",
            booked_at: "bigint",
          }),
        )
        .set((set) => ({
          booking_status: set.ref("input_rows.booking_status"),
          booked_at: set.ref("input_rows.booked_at"),
        }))
        .where(sql.ref("input_rows.account_id"), "=", values.accountId)
        .whereRef("booking.account_id", "=", "input_rows.account_id")
        .whereRef("booking.contact_id", "=", "input_rows.contact_id")
        .whereRef("booking.slot_starting_at", "=", "input_rows.slot_starting_at")
        .whereRef("booking.id", "=", "input_rows.id"),
    ),
    tickets: prepareToBind((values: Values) =>
      reads
        .updateTable("ticket")
        .from(
          inputRows(values, {
            account_id: "bigint",
            booking_id: "text",
            number: "bigint",
            cancelled_at: "bigint",
          }),
        )
        .set((set) => ({ cancelled_at: set.ref("input_rows.cancelled_at") }))
        .where(sql.ref("input_rows.account_id"), "=", values.accountId)
        .whereRef("ticket.account_id", "=", "input_rows.account_id")
        .whereRef("ticket.booking_id", "=", "input_rows.booking_id")
        .whereRef("ticket.number", "=", "input_rows.number"),
    ),
    events: prepareToBind((values: Values) =>
      reads
        .insertInto("booking_event")
        .columns([
          "account_id",
          "booking_id",
          "number",
          "kind",
          "booking_status",
          "at",
          "recorded_at",
          "actor",
          "request_id",
          "details",
        ])
        .expression((insert) =>
          insert
            .selectFrom(
              inputRows(values, {
                booking_id: "text",
                kind: "text",
                booking_status: "text",
                at: "bigint",
                recorded_at: "bigint",
                actor: "text",
                request_id: "text",
                details: "text",
              }),
            )
            .select((select) => [
              accountOf(values.accountId).as("account_id"),
              "input_rows.booking_id",
              select
                .selectFrom("booking_event as earlier")
                .select((of) =>
                  of(of.fn.coalesce(of.fn.max("earlier.number"), of.lit(0)), "+", of.lit(1)).as(
                    "next",
                  ),
                )
                .where("earlier.account_id", "=", values.accountId)
                .whereRef("earlier.booking_id", "=", "input_rows.booking_id")
                .as("number"),
              "input_rows.kind",
              "input_rows.booking_status",
              "input_rows.at",
              "input_rows.recorded_at",
              "input_rows.actor",
              "input_rows.request_id",
              "input_rows.details",
            ]),
        ),
    ),
    slots: prepareToBind((values: Values) =>
      reads
        .updateTable("slot")
        .from(
          inputRows(values, {
            account_id: "bigint",
            interaction_id: "text",
            activity_id: "text",
            host_id: "text",
            starting_at: "bigint",
            freed: "bigint",
          }),
        )
        .set({
          taken: sql<number>`taken - input_rows.freed`,
          overbooked_by: overbookedAfter(sql.ref("input_rows.freed")),
        })
        .where(sql.ref("input_rows.account_id"), "=", values.accountId)
        .whereRef("slot.account_id", "=", "input_rows.account_id")
        .whereRef("slot.interaction_id", "=", "input_rows.interaction_id")
        .whereRef("slot.activity_id", "=", "input_rows.activity_id")
        .whereRef("slot.host_id", "=", "input_rows.host_id")
        .whereRef("slot.starting_at", "=", "input_rows.starting_at"),
    ),
    outcomes: prepareToBind((values: Values) =>
      reads
        .insertInto("outcome")
        .columns([
          "account_id",
          "client_id",
          "idempotency_key",
          "booking_id",
          "answer",
          "created_at",
        ])
        .expression((insert) =>
          insert
            .selectFrom(
              inputRows(values, {
                client_id: "text",
                idempotency_key: "text",
                booking_id: "text",
                answer: "text",
                created_at: "bigint",
              }),
            )
            .select([
              accountOf(values.accountId).as("account_id"),
              "input_rows.client_id",
              "input_rows.idempotency_key",
              "input_rows.booking_id",
              "input_rows.answer",
              "input_rows.created_at",
            ]),
        ),
    ),
  };
}

/** Selected, a bare parameter would be a text. */
function accountOf(accountId: number): RawBuilder<number> {
  return sql<number>`cast(${accountId} as integer)`;
}
