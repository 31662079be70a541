import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { CommitOutcomeUnknown, DatabaseUnavailable, type Engine } from "../engine.ts";
import { attemptKey } from "../../domain/identifier.ts";
import type { IdempotentRequest } from "../../domain/idempotent-request.ts";
import { refuseRepeated, rowOfRequest } from "../accounts/idempotent-requests.ts";
import { afterDueSeats } from "./end-seats.ts";
import { slotConditions, type SlotKey } from "../write/slot.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "../write/batch-rows.ts";
import { kindsOf } from "../write/observed-changes.ts";
import type { IdempotencyKey } from "../write/idempotency-record.ts";
import { writesOf } from "../write/write-batch.ts";
import { randomUUID } from "node:crypto";

/** The result of a transaction's decision. */
interface Decided<T> {
  readonly answer: T;
  /** Null when the transaction writes nothing. */
  readonly change: DecidedChange | null;
}

export interface DecidedChange {
  readonly rows: BatchRows;
  /** The booking that the change concerns; null for none. */
  readonly bookingId: BookingId | null;
  /** The lock that the transaction holds until its end; null when it needs none. */
  readonly holds: { readonly bookingId: BookingId } | { readonly slotKey: SlotKey } | null;
}

/** The time limit for resolving an unanswered COMMIT, counted from its beginning. */
const resolvedWithinMs = 1_450;
/** Even after the time limit, one attempt is made, and it may take this long. */
const lookAtLeastMs = 500;
const lookAgainMs = 50;
const maxAttempts = 5;

/** The time limit passed before the store could read whether the change was committed. */
export class CommitUnresolved extends DatabaseUnavailable {}

/**
 * Writes what was decided, and returns only after the commit is certain.
 *
 * The transaction of a change writes an idempotency record of the answer too. When COMMIT gets no clean answer, the
 * store reads that record in a way that waits until the transaction has ended. If the record exists, its
 * answer is returned; if not, nothing was committed and the whole change is tried again. When the time limit
 * passes first, `CommitUnresolved` is thrown.
 *
 * `read` and `decide` may run several times. Holds and offers that are due in a slot that `read` locks end first. The
 * record of an operator's request under an idempotency key (`once`) is written with the change; where another request
 * under the key came first, nothing is written, and `AlreadyDone` is thrown.
 */
export async function runBookingTransaction<Found, T>(
  engine: Engine,
  accountId: AccountId,
  now: number,
  read: (transaction: Kysely<Tables>) => Promise<Found>,
  decide: (found: Found) => Decided<T>,
  once?: IdempotentRequest,
): Promise<T> {
  const record = newTransactionRecord(accountId, now);
  const deadline = performance.now() + resolvedWithinMs;
  const readUnderKey = async (transaction: Kysely<Tables>) => {
    const found = await read(transaction);
    // After the locks, for which one under the same key may have made this one wait.
    if (once !== undefined) await refuseRepeated(transaction, once);
    return found;
  };
  // A cancel by a caller pays for no wrapper.
  const readOnce = once === undefined ? read : readUnderKey;
  for (let attempt = 1; ; attempt += 1) {
    let holds: DecidedChange["holds"] = null;
    let written: BatchRows = {};
    try {
      const result = await afterDueSeats(engine, accountId, () =>
        engine.readThenWrite(readOnce, (found) => {
          const { answer, change } = decide(found);
          holds = change?.holds ?? null;
          written = change?.rows ?? {};
          const rows = change && rowsWithRecord(record, answer, change, once);
          return { answer, writes: rows ? writesOf(engine.reads, accountId, now, rows) : [] };
        }),
      );
      engine.observeChanges?.(accountId, kindsOf(written));
      return result;
    } catch (error) {
      if (!(error instanceof CommitOutcomeUnknown)) throw error;
      const answer = await resolve(engine, record, holds, deadline);
      // The record holds the JSON of such an answer, from `rowsWithRecord`.
      if (answer !== null) {
        engine.observeChanges?.(accountId, kindsOf(written));
        return JSON.parse(answer) as T;
      }
      if (attempt === maxAttempts || performance.now() > deadline) throw error;
    }
  }
}

/** Two transactions that insert the same keys do so in one order, so they cannot wait for each other in a circle. */
function rowsWithRecord(
  { key, now }: TransactionRecord,
  answer: unknown,
  { rows, bookingId }: DecidedChange,
  once: IdempotentRequest | undefined,
): BatchRows {
  const record = {
    client_id: key.clientId,
    idempotency_key: key.key,
    booking_id: null,
    answer: JSON.stringify(answer),
    created_at: now,
  };
  const records = [...(rows.records ?? []), record].toSorted((one, other) =>
    one.idempotency_key < other.idempotency_key ? -1 : 1,
  );
  const requests = once && [
    rowOfRequest(once, bookingId === null ? {} : { booking: bookingId }, now),
  ];
  return { ...rows, records, ...(requests && { requests }) };
}

/** Returns the recorded answer as JSON; null when the transaction was not committed. */
async function resolve(
  engine: Engine,
  record: TransactionRecord,
  holds: DecidedChange["holds"],
  deadline: number,
): Promise<string | null> {
  for (;;) {
    const limitMs = Math.max(lookAtLeastMs, deadline - performance.now());
    try {
      return await engine.write(
        async (transaction) => {
          // The first transaction's writes may still be in flight. Until it has ended, no other transaction
          // gets this lock.
          if (holds !== null) await lock(engine, transaction, record.accountId, holds);
          return resolveTransactionRecord(transaction, record);
        },
        { limitMs },
      );
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) {
        throw new CommitUnresolved((error as Error).message, { cause: error });
      }
    }
    await sleep(lookAgainMs);
  }
}

async function lock(
  { locked }: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  holds: NonNullable<DecidedChange["holds"]>,
): Promise<void> {
  if ("slotKey" in holds) {
    const slot = transaction
      .selectFrom("slot")
      .select("starting_at")
      .where((where) => where.and(slotConditions(accountId, holds.slotKey)));
    await locked(slot, "slot").execute();
    return;
  }
  const booking = transaction
    .selectFrom("booking")
    .select("id")
    .where("account_id", "=", accountId)
    .where("booking.id", "=", holds.bookingId);
  await locked(booking, "booking").execute();
}

/** The record of one transaction. It exists exactly when the transaction was committed. */
interface TransactionRecord {
  readonly accountId: AccountId;
  readonly key: IdempotencyKey;
  readonly now: number;
}

function newTransactionRecord(accountId: AccountId, now: number): TransactionRecord {
  return { accountId, key: { clientId: "", key: attemptKey(randomUUID(), now) }, now };
}

/**
 * Reads the answer of a transaction whose COMMIT was not answered; null when it was not committed. The caller
 * runs it in a transaction of its own.
 *
 * The insert of the same key waits until the first transaction has ended, and then sees whether it was
 * committed. The insert becomes durable only after the record that it found, also on standbys where the
 * database waits for them.
 */
async function resolveTransactionRecord(
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
      booking_id: null,
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
