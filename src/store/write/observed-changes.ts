import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { ChangeObserver, Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "./batch-rows.ts";

type Noted = [accountId: AccountId, kinds: readonly string[]][];

/** What the transactions under way have written. */
const underWay = new WeakMap<Kysely<Tables>, Noted>();

/** An engine that reports what it commits. The transactions of a series, an import's, are not reported. */
export function observed(engine: Engine, observe: ChangeObserver): Engine {
  return {
    ...engine,
    observeChanges: observe,
    write: async (work, limits) => {
      let noted: Noted = [];
      const answer = await engine.write(async (transaction) => {
        // A transaction may be tried again, over another connection.
        noted = [];
        underWay.set(transaction, noted);
        try {
          return await work(transaction);
        } finally {
          underWay.delete(transaction);
        }
      }, limits);
      for (const change of noted) observe(...change);
      return answer;
    },
  };
}

/** Called with the rows that a transaction of `write` writes. */
export function noteChanges(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  rows: BatchRows,
): void {
  const kinds = kindsOf(rows);
  if (kinds.length > 0) underWay.get(transaction)?.push([accountId, kinds]);
}

export function kindsOf({ events = [] }: BatchRows): readonly string[] {
  return events.map(({ kind }) => String(kind));
}
