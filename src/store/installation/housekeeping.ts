import { sql, type SelectQueryBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { idempotencyLifetimeMs } from "../write/write-batch.ts";
import { removeSecrets } from "./remove-secrets.ts";
import type { Sweep } from "./sweep.ts";
import { expireChanges } from "./expire-changes.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** The kinds of rows that expire, by table. */
export type EndingKind = keyof typeof removers;

/** Removes rows that no caller can reach any more, a limited number at a time. */
export function prepareHousekeeping(engine: Engine) {
  return {
    async accountIds(): Promise<AccountId[]> {
      const rows = await engine.reads.selectFrom("account").select("id").orderBy("id").execute();
      return rows.map((row) => row.id as AccountId);
    },

    /** Returns how many rows were removed. */
    remove: (kind: EndingKind, sweep: Sweep): Promise<number> =>
      engine.within(sweep.accountId, () => removers[kind](engine, sweep)),
  };
}

const removers = {
  access_token: (engine: Engine, sweep: Sweep) => {
    const ended = engine.reads
      .selectFrom("access_token")
      .select("hash")
      .where("account_id", "=", sweep.accountId)
      .where("expires_at", "<", sweep.before);
    return remove(engine, sweep, { table: "access_token", key: ["hash"], ended });
  },

  client_secret: removeSecrets,

  /** The sweep's `before` is now; the lifetime of a cancel's idempotency record is fixed here (A35). */
  outcome: (engine: Engine, sweep: Sweep) => {
    const ended = engine.reads
      .selectFrom("outcome")
      .select(["client_id", "idempotency_key"])
      .where("account_id", "=", sweep.accountId)
      .where("created_at", "<", sweep.before - idempotencyLifetimeMs);
    return remove(engine, sweep, {
      table: "outcome",
      key: ["client_id", "idempotency_key"],
      ended,
    });
  },

  request_record: (engine: Engine, sweep: Sweep) => {
    const ended = engine.reads
      .selectFrom("request_record")
      .select("id")
      .where("account_id", "=", sweep.accountId)
      .where("at", "<", sweep.before);
    return remove(engine, sweep, { table: "request_record", key: ["id"], ended });
  },

  /** Positions in the feed of changes. The events themselves are the booking's history and stay. */
  change: expireChanges,
};

interface EndedRows<Table extends keyof Tables, Row> {
  readonly table: Table;
  /** The columns that `ended` selects; with the account they are the table's key. */
  readonly key: readonly (keyof Row & string)[];
  readonly ended: SelectQueryBuilder<Tables, Table, Row>;
}

/**
 * Removes rows that have ended. The statement that deletes also selects and locks, because several processes
 * may sweep at once and an idempotency record may be renewed under its key. A read before it takes no write
 * lock, so a round that finds nothing delays no writer.
 */
async function remove<Table extends keyof Tables, Row>(
  engine: Engine,
  { accountId, limit }: Sweep,
  { table, key, ended }: EndedRows<Table, Row>,
): Promise<number> {
  const some = ended.limit(limit);
  if ((await some.executeTakeFirst()) === undefined) return 0;
  const { numAffectedRows = 0n } = await engine.write((transaction) =>
    sql`
      delete from ${sql.table(table)}
      where account_id = ${accountId}
      and (${sql.join(key.map((column) => sql.ref(column)))}) in ${engine.locked(some, table)}
    `.execute(transaction),
  );
  return Number(numAffectedRows);
}
