import { query } from "../../test/harness/query.ts";

/** A change that a reader of the feed saw. */
export interface SeenChange {
  readonly cursor: string;
  readonly at: number;
  readonly actor: string;
  readonly requestId: string | null;
  /** The booking's id; empty for a change of capacity. */
  readonly of: string;
}

interface Made {
  readonly of: string;
  readonly mark: string;
}

/** The changes in histories and capacities, each booking's in order. */
export function madeChanges(databaseUrl: string): Made[] {
  const events = query(
    databaseUrl,
    "select booking_id, recorded_at, actor, request_id from booking_event order by booking_id, number",
  ).map((row) => ({ of: String(row["booking_id"]), mark: markOf(row) }));
  const capacities = query(
    databaseUrl,
    "select recorded_at, actor, request_id from slot_event order by recorded_at",
  ).map((row) => ({ of: "", mark: markOf(row) }));
  return [...events, ...capacities];
}

function markOf(row: Readonly<Record<string, unknown>>): string {
  return `${Number(row["recorded_at"])} ${String(row["actor"])} ${String(row["request_id"])}`;
}

/** A sentence for each booking whose changes the reader missed, saw twice, or saw in another order. */
export function feedBreaches(
  reader: string,
  made: readonly Made[],
  seen: readonly SeenChange[],
): string[] {
  const found = seen.map(({ at, actor, requestId, of }) => ({
    of,
    mark: `${at} ${actor} ${String(requestId)}`,
  }));
  const breaches: string[] = [];
  const cursors = new Set(seen.map(({ cursor }) => cursor));
  if (cursors.size < seen.length) breaches.push(`${reader} got a cursor twice`);
  const marksOf = (list: readonly Made[]) => Map.groupBy(list, ({ of }) => of);
  const [expected, got] = [marksOf(made), marksOf(found)];
  for (const of of new Set([...expected.keys(), ...got.keys()])) {
    const marks = (list: readonly Made[] = []) => list.map(({ mark }) => mark);
    // Capacities have no order among themselves.
    const inOrder = (list: string[]) => (of === "" ? list.toSorted() : list);
    const [want, have] = [inOrder(marks(expected.get(of))), inOrder(marks(got.get(of)))];
    if (JSON.stringify(want) === JSON.stringify(have)) continue;
    breaches.push(
      `${reader} saw ${have.length} of ${want.length} changes of ` +
        `${of === "" ? "capacities" : of}, or in another order`,
    );
  }
  return breaches;
}
