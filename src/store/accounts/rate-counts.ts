import { sql } from "kysely";
import type { Engine } from "../engine.ts";

/**
 * The number of requests that a node has counted under one key, in the window that ends at `endsAt`
 * (milliseconds UTC).
 */
export interface RateCount {
  /** The limit's name. */
  readonly limit: string;
  readonly key: string;
  readonly count: number;
  readonly endsAt: number;
}

/** Rows in one statement; each binds four values. */
const maxRows = 1_000;
/** The length of every limit's window. */
const windowMs = 60_000;
/** The time between two removals of ended windows. */
const removeEveryMs = 60_000;

/**
 * The counts that all nodes add up. They belong to the whole installation, since an address belongs to no
 * account.
 */
export function prepareRateCounts(engine: Engine) {
  let removedAt = 0;
  return {
    /**
     * Adds each count to its window, or begins a new window where the last one has ended by `now`. Returns
     * the sums in the same order. Counts beyond the first thousand are ignored.
     */
    async add(
      additions: readonly RateCount[],
      now: number,
    ): Promise<Pick<RateCount, "count" | "endsAt">[]> {
      const some = additions.slice(0, maxRows);
      if (some.length === 0) return [];
      const removes = now - removedAt >= removeEveryMs;
      if (removes) removedAt = now;
      return engine.write(async (transaction) => {
        if (removes) {
          await transaction.deleteFrom("rate_count").where("ends_at", "<=", now).execute();
        }
        // A window that ends more than two windows from now was written before the clock was set back.
        const ended = sql<boolean>`(rate_count.ends_at <= ${now} or rate_count.ends_at > ${now + 2 * windowMs})`;
        const rows = await transaction
          .insertInto("rate_count")
          .values(
            // All nodes lock rows in one order, so they wait for each other instead of deadlocking.
            some
              .map(({ limit, key, count, endsAt }) => ({
                limit_name: limit,
                key,
                count,
                ends_at: endsAt,
              }))
              .toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)),
          )
          .onConflict((conflict) =>
            conflict.columns(["limit_name", "key"]).doUpdateSet({
              count: sql`case when ${ended} then excluded.count else rate_count.count + excluded.count end`,
              ends_at: sql`case when ${ended} then excluded.ends_at else rate_count.ends_at end`,
            }),
          )
          .returning(["limit_name", "key", "count", "ends_at"])
          .execute();
        const standings = new Map(rows.map((row) => [nameOf(row), row]));
        return some.map(({ limit, key, count, endsAt }) => {
          const row = standings.get(nameOf({ limit_name: limit, key }));
          return { count: row?.count ?? count, endsAt: row?.ends_at ?? endsAt };
        });
      });
    },
  };
}

function nameOf({ limit_name, key }: { readonly limit_name: string; readonly key: string }) {
  return `${limit_name} ${key}`;
}
