import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import type { Tables } from "../tables.ts";

/** How long a repeated Idempotency-Key gets its first answer again (decision A35). */
export const outcomeLifetimeMs = 24 * 3_600_000;

/** Under what an outcome is found again: a caller's key, or an attempt of our own. */
export interface OutcomeKey {
  /** `""` for an attempt of our own. */
  readonly clientId: string;
  readonly key: string;
}

/** What a change was answered with, and about which booking. */
export interface Outcome {
  readonly bookingId: string;
  /** JSON. */
  readonly answer: string;
}

/** Where an outcome is, and the time that decides whether it still counts; milliseconds UTC. */
export interface OutcomePlace {
  readonly accountId: AccountId;
  readonly key: OutcomeKey;
  readonly now: number;
}

export function newAttempt(): OutcomeKey {
  return { clientId: "", key: randomUUID() };
}

/** The outcome under the key, unless it has outlived its time. */
export async function findOutcome(
  transaction: Kysely<Tables>,
  { accountId, key, now }: OutcomePlace,
): Promise<Outcome | null> {
  const row = await transaction
    .selectFrom("outcome")
    .select(["booking_id", "answer"])
    .where("account_id", "=", accountId)
    .where("client_id", "=", key.clientId)
    .where("idempotency_key", "=", key.key)
    .where("created_at", ">", now - outcomeLifetimeMs)
    .executeTakeFirst();
  return row === undefined ? null : { bookingId: row.booking_id, answer: row.answer };
}

/** False, and nothing written, when another transaction has left its outcome there meanwhile. */
export async function saveOutcome(
  transaction: Kysely<Tables>,
  { accountId, key, now }: OutcomePlace,
  outcome: { readonly bookingId: BookingId; readonly answer: string },
): Promise<boolean> {
  const written = { booking_id: outcome.bookingId, answer: outcome.answer, created_at: now };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("outcome")
    .values({
      account_id: accountId,
      client_id: key.clientId,
      idempotency_key: key.key,
      ...written,
    })
    // A key whose first answer has outlived its time begins anew.
    .onConflict((conflict) =>
      conflict
        .columns(["account_id", "client_id", "idempotency_key"])
        .doUpdateSet(written)
        .where("outcome.created_at", "<=", now - outcomeLifetimeMs),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Finds out what became of a transaction whose COMMIT was not answered. To be asked in a transaction
 * of its own.
 *
 * Writing the same key waits until that transaction has ended, if it has not yet. Whether it took
 * place is seen then, and the write that tells it is durable, on standbys too where the database
 * waits for them, only after what it found is.
 */
export async function resolveOutcome(
  transaction: Kysely<Tables>,
  place: OutcomePlace,
): Promise<Outcome | null> {
  const { accountId, key, now } = place;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto("outcome")
    .values({
      account_id: accountId,
      client_id: key.clientId,
      idempotency_key: key.key,
      booking_id: "",
      answer: "",
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) {
    await transaction
      .deleteFrom("outcome")
      .where("account_id", "=", accountId)
      .where("client_id", "=", key.clientId)
      .where("idempotency_key", "=", key.key)
      .execute();
    return null;
  }
  await writeAgain(transaction, place);
  return findOutcome(transaction, place);
}

/**
 * Writes what is there once more, so that the transaction's COMMIT waits until the standby has it, and
 * with it all that came before. What can be read on a primary alone may be on no standby: its COMMIT was
 * told to stop waiting, and a failover forgets it.
 */
export async function writeAgain(
  transaction: Kysely<Tables>,
  { accountId, key }: OutcomePlace,
): Promise<void> {
  await transaction
    .updateTable("outcome")
    .set({ created_at: sql.ref("created_at") })
    .where("account_id", "=", accountId)
    .where("client_id", "=", key.clientId)
    .where("idempotency_key", "=", key.key)
    .execute();
}
