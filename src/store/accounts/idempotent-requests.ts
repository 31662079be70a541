import type { Kysely } from "kysely";
import {
  AlreadyDone,
  idempotencyLifetimeMs,
  type KeptAnswer,
  type IdempotentRequest,
} from "../../domain/idempotent-request.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

type Made = KeptAnswer["made"];

/** What was kept under the request's key; null where nothing is, or where it has expired, which removes it. */
export async function findKept(
  engine: Engine,
  request: IdempotentRequest,
  now: number,
): Promise<KeptAnswer | null> {
  const row = await select(engine.reads, request).select("created_at").executeTakeFirst();
  if (row === undefined) return null;
  const expiredAt = now - idempotencyLifetimeMs;
  if (row.created_at > expiredAt) return { ...row, made: JSON.parse(row.made) as Made };
  await engine.write((transaction) =>
    transaction
      .deleteFrom("operator_request")
      .where((where) => where.and(keyOf(request)))
      .where("created_at", "<=", expiredAt)
      .execute(),
  );
  return null;
}

/**
 * Keeps an answer after the change, where no transaction did, or not all of it. Returns what is kept under the key. For an
 * account that was deleted meanwhile nothing is written, and what was given is returned: no foreign key would refuse the
 * row, and nothing would remove it.
 */
export function keepAnswer(
  engine: Engine,
  request: IdempotentRequest,
  made: Made,
  now: number,
): Promise<KeptAnswer> {
  return engine.write(async (transaction) => {
    if (!(await hasAccount(transaction, request))) return { ...request, made };
    await insert(transaction, request, made, now);
    await transaction
      .updateTable("operator_request")
      .set({ status: request.status, made: JSON.stringify(made) })
      .where((where) => where.and(keyOf(request)))
      .where("attempt", "=", request.attempt)
      .execute();
    const kept = await select(transaction, request).executeTakeFirstOrThrow();
    return { ...kept, made: JSON.parse(kept.made) as Made };
  });
}

/** `recordRequest` before the change, in a transaction of its own. Nothing is recorded for an account that is gone. */
export function acceptRequest(
  engine: Engine,
  request: IdempotentRequest,
  made: Made,
  now: number,
): Promise<void> {
  return engine.write(async (transaction) => {
    if (await hasAccount(transaction, request)) {
      await recordRequest(transaction, request, made, now);
    }
  });
}

async function hasAccount(
  transaction: Kysely<Tables>,
  { accountId }: IdempotentRequest,
): Promise<boolean> {
  if (accountId === 0) return true;
  const account = transaction.selectFrom("account").select("id").where("id", "=", accountId);
  return (await account.executeTakeFirst()) !== undefined;
}

/**
 * Records the request in the transaction of its change; a change may come to it several times. The insert waits
 * for another request under the key, and throws `AlreadyDone` where that was committed.
 */
export async function recordRequest(
  transaction: Kysely<Tables>,
  request: IdempotentRequest,
  made: Made,
  now: number,
): Promise<void> {
  if (await insert(transaction, request, made, now)) return;
  const kept = await select(transaction, request).executeTakeFirst();
  if (kept?.attempt !== request.attempt) throw new AlreadyDone(request);
}

/** Throws `AlreadyDone` where another request under the key was committed. */
export async function refuseRepeated(
  transaction: Kysely<Tables>,
  request: IdempotentRequest,
): Promise<void> {
  const kept = await select(transaction, request).executeTakeFirst();
  if (kept !== undefined && kept.attempt !== request.attempt) throw new AlreadyDone(request);
}

async function insert(
  transaction: Kysely<Tables>,
  request: IdempotentRequest,
  made: Made,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await transaction
    .insertInto("operator_request")
    .values({ account_id: request.accountId, ...rowOfRequest(request, made, now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The request as a row, beside its account's id. */
export function rowOfRequest(request: IdempotentRequest, made: Made, now: number) {
  return {
    operator: request.operator,
    key_hash: request.keyHash,
    digest: request.digest,
    attempt: request.attempt,
    status: request.status,
    made: JSON.stringify(made),
    created_at: now,
  };
}

function select(database: Kysely<Tables>, request: IdempotentRequest) {
  return database
    .selectFrom("operator_request")
    .select(["digest", "attempt", "status", "made"])
    .where((where) => where.and(keyOf(request)));
}

function keyOf({ accountId, operator, keyHash }: IdempotentRequest) {
  return { account_id: accountId, operator, key_hash: keyHash } as const;
}
