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

/**
 * Removes what nobody can ask for any more, some at a time.
 *
 * The rows are chosen within the statement that deletes them and kept from other writers meanwhile:
 * several processes may do this at once, and an outcome's row may be made anew under its key.
 */
export function housekeeping(engine: Engine) {
  const removers = removersOf(engine);
  return {
    async accountIds(): Promise<AccountId[]> {
      const rows = await engine.reads.selectFrom("account").select("id").orderBy("id").execute();
      return rows.map((row) => row.id as AccountId);
    },

    /** Returns how many rows went. */
    remove: (kind: EndingKind, sweep: Sweep): Promise<number> => removers[kind](sweep),
  };
}

function removersOf(engine: Engine) {
  return {
    access_token: ({ accountId, before, limit }) => {
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
    },

    /** A secret goes when no token refers to it any more; a revoked client's ended with the client. */
    client_secret: ({ accountId, before, limit }) => {
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
    },

    /** `before` is now: how long an outcome lasts is known here (decision A35). */
    outcome: ({ accountId, before, limit }) => {
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
    },

    request_record: ({ accountId, before, limit }) => {
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
    },
  } satisfies Record<EndingKind, (sweep: Sweep) => Promise<number>>;
}

/** Looks before it asks for the write lock: a round that finds nothing keeps nobody waiting. */
async function removeIfAny(
  engine: Engine,
  ended: { executeTakeFirst(): Promise<unknown> },
  remove: (transaction: Kysely<Tables>) => Promise<DeleteResult>,
): Promise<number> {
  if ((await ended.executeTakeFirst()) === undefined) return 0;
  const { numDeletedRows } = await engine.write(remove);
  return Number(numDeletedRows);
}
