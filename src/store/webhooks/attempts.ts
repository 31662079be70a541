import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { afterAttempt, isGone, type Attempt } from "../../domain/webhooks/delivery.ts";
import type { BoundRows, Engine } from "../engine.ts";
import { bindRows, keepInsert, keepStatement, keepUpdate } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { Delivery } from "./deliveries.ts";
import { setState, underLease, type Lease } from "./lease.ts";

/** An attempt of a delivery, and its end. */
export interface Ended extends Attempt {
  readonly delivery: Pick<Delivery, "id">;
}

/** Writes the results of attempts; null where the lease is another's. Many take no more statements than one. */
export function recordAttempts(
  engine: Engine,
  accountId: AccountId,
  lease: Lease,
  ended: readonly Ended[],
  now: number,
) {
  return underLease(engine, { ...lease, accountId }, async (transaction) => {
    const { webhookId } = lease;
    const ids = bindRows(ended.map(({ delivery: { id } }) => ({ id })));
    const rows = await lockDeliveries(transaction, { accountId, webhookId, ...ids });
    const known = new Map(rows.map((row) => [row.id, row]));
    const found = ended.flatMap((attempt) => {
      const row = known.get(attempt.delivery.id);
      return row === undefined ? [] : [{ ...attempt, row }];
    });
    if (found.length === 0) return;
    const wasErased = await findErased(transaction, accountId, found);
    const attempts = found.map((attempt) => attemptRow(attempt, wasErased(attempt)));
    await transaction.executeQuery(changeDeliveries(transaction, found.map(deliveryRow(now))));
    await transaction.executeQuery(insertAttempts(transaction, attempts));
    if (ended.some(isGone)) {
      await setState(transaction, lease, { state: "ended", reason: "gone", now });
    }
  });
}

type Row = Tables["webhook_delivery"];
type Found = Ended & { readonly row: Row };
type Keyed = BoundRows & { readonly accountId: AccountId };

const lockDeliveries = keepStatement(
  (database, values: Keyed & { readonly webhookId: string }, { inputRows, locked }) =>
    locked(
      database
        .selectFrom(inputRows(values, { id: "text" }))
        .crossJoin("webhook_delivery")
        .selectAll("webhook_delivery")
        .where("account_id", "=", values.accountId)
        .where("webhook_id", "=", values.webhookId)
        .whereRef("webhook_delivery.id", "=", "input_rows.id"),
      "webhook_delivery",
    ),
);

const changeDeliveries = keepUpdate({
  table: "webhook_delivery",
  columns: {
    account_id: "bigint",
    webhook_id: "text",
    id: "text",
    state: "text",
    attempts: "bigint",
    failures: "bigint",
    first_at: "bigint",
    next_at: "bigint",
    ended_at: "bigint",
  },
  keys: ["account_id", "webhook_id", "id"],
});

function deliveryRow(now: number) {
  return ({ row, ...attempt }: Found) => {
    const { state, failures, next_at: nextAt, ended_at: endedAt } = row;
    const after = afterAttempt({ state, failures, nextAt, endedAt }, attempt, now);
    return [
      row.account_id,
      row.webhook_id,
      row.id,
      after.state,
      row.attempts + 1,
      after.failures,
      row.first_at ?? attempt.at,
      after.nextAt,
      after.endedAt,
    ];
  };
}

const insertAttempts = keepInsert({
  table: "webhook_attempt",
  columns: [
    "account_id",
    "webhook_id",
    "delivery_id",
    "number",
    "at",
    "status",
    "error",
    "ms",
    "answer",
  ],
});

function attemptRow({ row, at, status, error, ms, answer }: Found, wasErased: boolean) {
  const key = [row.account_id, row.webhook_id, row.id, row.attempts + 1];
  return [...key, at, status, error, ms, wasErased ? null : answer];
}

/**
 * Finds whose answers may name a contact that was erased while their posts were under way. The contacts are locked
 * first: an erasure either sees these answers, or is seen here. Cancels do not wait for this lock.
 */
async function findErased(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  found: readonly Found[],
): Promise<(attempt: Found) => boolean> {
  const answered = found.flatMap(({ answer, row: { booking_id: id } }) =>
    answer === null || answer === "" || id === null ? [] : [{ id }],
  );
  if (answered.length === 0) return () => false;
  const bookings = { accountId, ...bindRows(answered) };
  await lockContacts(transaction, bookings);
  const erasures = await readErasures(transaction, bookings);
  return ({ at, row }) =>
    erasures.some(
      (erasure) => erasure.booking_id === row.booking_id && erasure.at >= at - clocksDifferMs,
    );
}

const lockContacts = keepStatement((database, values: Keyed, { inputRows, locked }) =>
  locked(
    database
      .selectFrom("contact")
      .select("id")
      .where("account_id", "=", values.accountId)
      .where("number", "in", (of) =>
        of
          .selectFrom(inputRows(values, { id: "uuid" }))
          .crossJoin("booking")
          .select("booking.contact_number")
          .where("booking.account_id", "=", values.accountId)
          .whereRef("booking.id", "=", "input_rows.id"),
      )
      .orderBy("id"),
    "contact",
  ),
);

const readErasures = keepStatement((database, values: Keyed, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { id: "uuid" }))
    .crossJoin("booking_event")
    .select(["booking_event.booking_id", "booking_event.recorded_at as at"])
    .where("booking_event.account_id", "=", values.accountId)
    .whereRef("booking_event.booking_id", "=", "input_rows.id")
    .where("booking_event.kind", "=", "contact-erased"),
);

/** Clocks of several machines differ. */
const clocksDifferMs = 60_000;
