import type { DeleteResult, Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { idempotencyLifetimeMs } from "../bookings/idempotency-records.ts";
import type { Tables } from "../tables.ts";

/** What to remove of one account: what ended before a moment (milliseconds UTC), up to a limit. */
export interface Sweep {
  readonly accountId: AccountId;
  readonly before: number;
  readonly limit: number;
}

/** What ends and is not kept for ever, by the table it is in. */
export type EndingKind = "access_token" | "client_secret" | "outcome" | "request_record";

type Remover = (engine: Engine, sweep: Sweep) => Promise<number>;

/**
 * Removes rows that no caller can reach any more, a limited number at a time.
 *
 * The statement that deletes rows also selects and locks them: several processes may sweep at once, and
 * an idempotency record may be written again under its key.
 */
export function housekeeping(engine: Engine) {
  return {
    async accountIds(): Promise<AccountId[]> {
      const rows = await engine.reads.selectFrom("account").select("id").orderBy("id").execute();
      return rows.map((row) => row.id as AccountId);
    },

    /** Returns how many rows were removed. */
    remove: (kind: EndingKind, sweep: Sweep): Promise<number> => removers[kind](engine, sweep),
  };
}

const removers = {
  access_token: removeTokens,
  client_secret: removeSecrets,
  outcome: removeIdempotencyRecords,
  request_record: removeRequestRecords,
} satisfies Record<EndingKind, Remover>;

function removeTokens(engine: Engine, { accountId, before, limit }: Sweep): Promise<number> {
  const ended = engine.reads
    .selectFrom("access_token")
    .select("hash")
    .where("account_id", "=", accountId)
    .where("expires_at", "<", before)
    .limit(limit);
  return removeIfAny(engine, ended, (transaction) =>
    transaction
      .deleteFrom("access_token")
      .where("account_id", "=", accountId)
      .where("hash", "in", engine.locked(ended, "access_token"))
      .executeTakeFirst(),
  );
}

/** A secret goes when no token refers to it any more; those of a revoked client ended with the client. */
function removeSecrets(engine: Engine, { accountId, before, limit }: Sweep): Promise<number> {
  const ended = engine.reads
    .selectFrom("client_secret")
    .innerJoin("credential", (join) =>
      join
        .onRef("credential.account_id", "=", "client_secret.account_id")
        .onRef("credential.client_id", "=", "client_secret.client_id"),
    )
    .select(["client_secret.client_id", "client_secret.id"])
    .where("client_secret.account_id", "=", accountId)
    .where((where) =>
      where.or([
        where("client_secret.expires_at", "<", before),
        where("credential.revoked_at", "<", before),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom("access_token")
            .select("access_token.hash")
            .whereRef("access_token.account_id", "=", "client_secret.account_id")
            .whereRef("access_token.client_id", "=", "client_secret.client_id")
            .whereRef("access_token.secret_id", "=", "client_secret.id"),
        ),
      ),
    )
    .limit(limit);
  return removeIfAny(engine, ended, (transaction) =>
    transaction
      .deleteFrom("client_secret")
      .where("account_id", "=", accountId)
      .where((where) =>
        where(
          where.refTuple("client_id", "id"),
          "in",
          engine.locked(ended, "client_secret").$asTuple("client_id", "id"),
        ),
      )
      .executeTakeFirst(),
  );
}

/** `before` is now: the lifetime of an idempotency record is fixed here (A35). */
function removeIdempotencyRecords(
  engine: Engine,
  { accountId, before, limit }: Sweep,
): Promise<number> {
  const madeBefore = before - idempotencyLifetimeMs;
  const ended = engine.reads
    .selectFrom("outcome")
    .select(["client_id", "idempotency_key"])
    .where("account_id", "=", accountId)
    .where("created_at", "<", madeBefore)
    .limit(limit);
  return removeIfAny(engine, ended, (transaction) =>
    transaction
      .deleteFrom("outcome")
      .where("account_id", "=", accountId)
      .where((where) =>
        where(
          where.refTuple("client_id", "idempotency_key"),
          "in",
          engine.locked(ended, "outcome").$asTuple("client_id", "idempotency_key"),
        ),
      )
      .executeTakeFirst(),
  );
}

function removeRequestRecords(
  engine: Engine,
  { accountId, before, limit }: Sweep,
): Promise<number> {
  const ended = engine.reads
    .selectFrom("request_record")
    .select("id")
    .where("account_id", "=", accountId)
    .where("at", "<", before)
    .limit(limit);
  return removeIfAny(engine, ended, (transaction) =>
    transaction
      .deleteFrom("request_record")
      .where("account_id", "=", accountId)
      .where("id", "in", engine.locked(ended, "request_record"))
      .executeTakeFirst(),
  );
}

/** Reads before it takes the write lock, so that a round that finds nothing delays no writer. */
async function removeIfAny(
  engine: Engine,
  ended: { executeTakeFirst(): Promise<unknown> },
  remove: (transaction: Kysely<Tables>) => Promise<DeleteResult>,
): Promise<number> {
  if ((await ended.executeTakeFirst()) === undefined) return 0;
  const { numDeletedRows } = await engine.write(remove);
  return Number(numDeletedRows);
}
