import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** How long a repeated Idempotency-Key gets its first answer again (decision A35). */
export const idempotencyLifetimeMs = 24 * 3_600_000;

/** Under what a record is found again: a caller's key, or that of one transaction of the store. */
export interface IdempotencyKey {
  /** `""` for a transaction of the store. */
  readonly clientId: string;
  readonly key: string;
}

/** What a change was answered with, and about which booking. The table calls it an outcome. */
export interface IdempotencyRecord {
  readonly bookingId: string;
  /** JSON. */
  readonly answer: string;
  /** Milliseconds UTC. */
  readonly createdAt: number;
}

/** The record of one transaction, by which is found out whether it was committed. */
export interface TransactionRecord {
  readonly accountId: AccountId;
  readonly key: IdempotencyKey;
  readonly now: number;
}

export function newTransactionRecord(accountId: AccountId, now: number): TransactionRecord {
  return { accountId, key: { clientId: "", key: randomUUID() }, now };
}

/** Whether the key begins anew at this moment. */
export function isExpired({ createdAt }: IdempotencyRecord, now: number): boolean {
  return createdAt <= now - idempotencyLifetimeMs;
}

/**
 * The answer of a transaction whose COMMIT was not answered; null when it was not committed. To be
 * asked in a transaction of its own.
 *
 * Writing the same key waits until that transaction has ended, if it has not yet. Whether it took
 * place is seen then, and the write that shows it is durable, on standbys too where the database
 * waits for them, only after what it found is.
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
 * Writes the record once more, so that the transaction's COMMIT waits until the standby has it, and
 * with it all that came before. What can be read on a primary alone may be on no standby: its COMMIT
 * may have stopped waiting, and a failover forgets it.
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
