import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { ChangeObserver, Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { BatchRows } from "./batch-rows.ts";

type Noted = [accountId: AccountId, kinds: readonly string[]][];

/** What the transactions under way have written. */
const underWay = new WeakMap<Kysely<Tables>, Noted>();

/**
 * An engine that reports what `write` commits. `runBookingTransaction` reports its own; the transactions of a series, an
 * import's, are not reported.
 */
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

/** Changes of bookings, those of offers among them, and `hold-made`, `hold-booked`, `hold-released`, `hold-ended`. */
export function kindsOf({
  events = [],
  newHolds = [],
  endedHolds = [],
}: BatchRows): readonly string[] {
  const kinds = events.map(({ kind }) => kind);
  if (newHolds.length + endedHolds.length === 0) return kinds;
  return [
    ...kinds,
    ...newHolds.flatMap(({ booking_id: offered }) => (offered === null ? ["hold-made"] : [])),
    ...endedHolds.map(({ state }) => `hold-${state}`),
  ];
}
