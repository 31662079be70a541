import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";
import { idempotencyLifetimeMs } from "../write/write-batch.ts";

/** The key of a record: a caller's Idempotency-Key, or the id of one transaction of the store. */
export interface IdempotencyKey {
  /** `""` for a transaction of the store. */
  readonly clientId: string;
  readonly key: string;
}

/** The answer to a change and the booking that it concerns. The table is named `outcome`. */
export interface IdempotencyRecord {
  readonly bookingId: string;
  /** JSON. */
  readonly answer: string;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

/** The record of one transaction. It exists exactly when the transaction was committed. */
export interface TransactionRecord {
  readonly accountId: AccountId;
  readonly key: IdempotencyKey;
  readonly now: number;
}

export function newTransactionRecord(accountId: AccountId, now: number): TransactionRecord {
  return { accountId, key: { clientId: "", key: randomUUID() }, now };
}

/** Whether the record has expired, so that its key may be used anew. */
export function isExpired({ createdAt }: IdempotencyRecord, now: number): boolean {
  return createdAt <= now - idempotencyLifetimeMs;
}

/**
 * Reads the answer of a transaction whose COMMIT was not answered; null when it was not committed. The caller
 * runs it in a transaction of its own.
 *
 * The insert of the same key waits until the first transaction has ended, and then sees whether it was
 * committed. The insert becomes durable only after the record that it found, also on standbys where the
 * database waits for them.
 */
export async function resolveTransactionRecord(
  transaction: Kysely<Tables>,
  record: TransactionRecord,
): Promise<string | null> {
  const { accountId, key, now } = record;
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
  await writeAgain(transaction, record);
  const { answer } = await transaction
    .selectFrom("outcome")
    .select("answer")
    .where("account_id", "=", accountId)
    .where("client_id", "=", key.clientId)
    .where("idempotency_key", "=", key.key)
    .executeTakeFirstOrThrow();
  return answer;
}

/**
 * Writes the record again, so that COMMIT waits until the standby has this write and everything before it. A
 * row that is readable on the primary may be on no standby: its COMMIT may have stopped waiting, and a
 * failover would lose it.
 */
async function writeAgain(
  transaction: Kysely<Tables>,
  { accountId, key }: TransactionRecord,
): Promise<void> {
  await transaction
    .updateTable("outcome")
    .set({ created_at: sql.ref("created_at") })
    .where("account_id", "=", accountId)
    .where("client_id", "=", key.clientId)
    .where("idempotency_key", "=", key.key)
    .execute();
}
