import { sql } from "kysely";
import type { Engine } from "../engine.ts";
import { keepForEngine } from "../statement.ts";

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

const removals = keepForEngine(() => ({ lastAt: 0 }));

/**
 * Adds each count to its window, or begins a new window where the last one has ended by `now`. Returns the sums
 * of all nodes in the same order. Counts beyond the first thousand are ignored. They belong to the whole
 * installation, since an address belongs to no account.
 */
export async function addRateCounts(
  engine: Engine,
  additions: readonly RateCount[],
  now: number,
): Promise<Pick<RateCount, "count" | "endsAt">[]> {
  const some = additions.slice(0, maxRows);
  if (some.length === 0) return [];
  const removal = removals(engine);
  const removes = now - removal.lastAt >= removeEveryMs;
  if (removes) removal.lastAt = now;
  const rows = await engine.write(async (transaction) => {
    if (removes) await transaction.deleteFrom("rate_count").where("ends_at", "<=", now).execute();
    // A window that ends more than two windows from now was written before the clock was set back.
    const ended = sql<boolean>`(rate_count.ends_at <= ${now} or rate_count.ends_at > ${now + 2 * windowMs})`;
    return transaction
      .insertInto("rate_count")
      .values(
        // All nodes lock rows in one order, so they wait for each other instead of deadlocking.
        some
          .toSorted((one, other) => (windowKey(one) < windowKey(other) ? -1 : 1))
          .map(({ limit, key, count, endsAt }) => ({
            limit_name: limit,
            key,
            count,
            ends_at: endsAt,
          })),
      )
      .onConflict((conflict) =>
        conflict.columns(["limit_name", "key"]).doUpdateSet({
          count: sql`case when ${ended} then excluded.count else rate_count.count + excluded.count end`,
          ends_at: sql`case when ${ended} then excluded.ends_at else rate_count.ends_at end`,
        }),
      )
      .returning(["limit_name as limit", "key", "count", "ends_at as endsAt"])
      .execute();
  });
  const sums = new Map(rows.map((row) => [windowKey(row), row]));
  return some.map((each) => {
    const { count, endsAt } = sums.get(windowKey(each)) ?? each;
    return { count, endsAt };
  });
}

function windowKey({ limit, key }: Pick<RateCount, "limit" | "key">): string {
  return `${limit} ${key}`;
}
