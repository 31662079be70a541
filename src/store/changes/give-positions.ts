import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { inFeedOrder, type SlotChange } from "../../domain/change-feed.ts";
import type { BoundRows, Engine } from "../engine.ts";
import { bindRows, keepForEngine, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { lockFeed, readFeed, saveFeed, type StoredFeed } from "./stored-feed.ts";

/**
 * Events of each table that get positions in one transaction, with the further ones of their bookings. Readers of the feed
 * wait for it, and on SQLite all writers.
 */
const portion = 200;

type Values = BoundRows & { readonly accountId: AccountId; readonly since: number };

/**
 * Gives positions to the account's events that have none, and returns the feed. Many followers wake at one change,
 * and one of them gives its position.
 *
 * An event gets its position after its commit, from a reader that has locked the feed. An open transaction
 * therefore holds no number: however long it runs, its events come after those committed before, and no
 * reader waits for it. Positions are committed in their order, so a reader that sees one sees all before it.
 */
export function giveAllPositions(
  engine: Engine,
  accountId: AccountId,
  since: number,
): Promise<StoredFeed> {
  return sharedGiving(engine)(accountId, since);
}

const sharedGiving = keepForEngine((engine) =>
  sharedRuns((accountId: AccountId, since: number) => givePositions(engine, accountId, since)),
);

async function givePositions(
  engine: Engine,
  accountId: AccountId,
  since: number,
): Promise<StoredFeed> {
  const known = await readFeed(engine.reads, accountId);
  if (known !== null && (await isUpToDate(engine, accountId, known))) return known;
  for (;;) {
    const begunAt = performance.now();
    const { feed, isWhole } = await givePortion(engine, accountId, since);
    if (isWhole) return feed;
    // The pause leaves half of the time to other writers.
    await sleep(performance.now() - begunAt);
  }
}

/** Gives positions to one portion; `isWhole` means that no event is left. */
function givePortion(engine: Engine, accountId: AccountId, since: number) {
  return engine.write(async (transaction) => {
    const feed = await lockFeed(engine, transaction, accountId, since);
    const bookings = await unplaced(transaction, "booking_event", accountId, feed.since).execute();
    const slots = await unplaced(transaction, "slot_event", accountId, feed.since).execute();
    const ids = [...new Set(bookings.map(({ of }) => of))].map((id) => ({ id }));
    const values = { accountId, since: feed.since };
    // All events of a booking belong to one portion, so an earlier event never gets a later position.
    const histories =
      ids.length === 0 ? [] : await unplacedOf(transaction, { ...values, ...bindRows(ids) });
    const placed = inFeedOrder([
      // A change of capacity stands before the promotions that it allows, and before the closing that made it.
      ...slots.toSorted(byKind).map((event) => ({ ...event, number: 0 })),
      ...histories,
    ]).map((event, index) => ({
      account_id: accountId,
      id: event.of,
      number: event.number,
      position: feed.lastPosition + index + 1,
    }));
    const ofBookings = placed.filter(({ number }) => number > 0);
    const ofSlots = placed.filter(({ number }) => number === 0);
    if (ofBookings.length > 0) {
      await placeBookingEvents(transaction, { ...values, ...bindRows(ofBookings) });
    }
    if (ofSlots.length > 0) {
      await placeSlotEvents(transaction, { ...values, ...bindRows(ofSlots) });
    }
    const after = { ...feed, lastPosition: feed.lastPosition + placed.length };
    await saveFeed(transaction, accountId, after);
    return { feed: after, isWhole: bookings.length < portion && slots.length < portion };
  });
}

const slotKinds: readonly string[] = [
  "capacity-changed",
  "slot-changed",
  "slot-closed",
] satisfies readonly SlotChange[];

/** Events of one moment keep this order; others are ordered by time afterwards. */
function byKind(one: { readonly kind: string }, other: { readonly kind: string }): number {
  return slotKinds.indexOf(one.kind) - slotKinds.indexOf(other.kind);
}

/** Checks without a lock, so that a follower that waits for the next change delays no writer. */
async function isUpToDate(
  engine: Engine,
  accountId: AccountId,
  { since, databaseIdentity }: StoredFeed,
): Promise<boolean> {
  const [booking, slot, identity] = await Promise.all([
    unplaced(engine.reads, "booking_event", accountId, since).limit(1).executeTakeFirst(),
    unplaced(engine.reads, "slot_event", accountId, since).limit(1).executeTakeFirst(),
    engine.identity(engine.reads),
  ]);
  return booking === undefined && slot === undefined && identity === databaseIdentity;
}

/** Events without a position, oldest first, in the order of the index. */
function unplaced(
  database: Kysely<Tables>,
  events: "booking_event" | "slot_event",
  accountId: AccountId,
  since: number,
) {
  return database
    .selectFrom(events)
    .select(sql.ref<string>(events === "booking_event" ? "booking_id" : "id").as("of"))
    .select(["recorded_at as recordedAt", "kind"])
    .where("account_id", "=", accountId)
    .where("position", "is", null)
    .where("recorded_at", ">=", since)
    .orderBy("position")
    .orderBy("recorded_at")
    .limit(portion);
}

const unplacedOf = keepStatement((database, values: Values, { inputRows }) =>
  database
    .selectFrom(inputRows(values, { id: "uuid" }))
    .crossJoin("booking_event")
    .select(["booking_event.booking_id as of", "booking_event.number", "booking_event.kind"])
    .select("booking_event.recorded_at as recordedAt")
    .where("booking_event.account_id", "=", values.accountId)
    .whereRef("booking_event.booking_id", "=", "input_rows.id")
    // The unary plus keeps the embedded engine from reading all events without a position for each booking.
    .where(sql`+booking_event.position`, "is", null)
    .where(sql<number>`+booking_event.recorded_at`, ">=", values.since),
);

const placedColumns = {
  account_id: "bigint",
  id: "uuid",
  number: "bigint",
  position: "bigint",
} as const;

const placeBookingEvents = keepStatement((database, values: Values, { inputRows }) =>
  database
    .updateTable("booking_event")
    .from(inputRows(values, placedColumns))
    .set((set) => ({ position: set.ref("input_rows.position") }))
    .where(sql.ref("input_rows.account_id"), "=", values.accountId)
    .whereRef("booking_event.account_id", "=", "input_rows.account_id")
    .whereRef("booking_event.booking_id", "=", "input_rows.id")
    .whereRef("booking_event.number", "=", "input_rows.number"),
);

const placeSlotEvents = keepStatement((database, values: Values, { inputRows }) =>
  database
    .updateTable("slot_event")
    .from(inputRows(values, placedColumns))
    .set((set) => ({ position: set.ref("input_rows.position") }))
    .where(sql.ref("input_rows.account_id"), "=", values.accountId)
    .whereRef("slot_event.account_id", "=", "input_rows.account_id")
    .whereRef("slot_event.id", "=", "input_rows.id"),
);

/**
 * Shares the runs of `run` between callers that come at one moment. A caller that comes while a run is under
 * way waits for the next one, because the present one may have read before the caller came. The first who
 * waits for a run gives its order.
 */
export function sharedRuns<Key, Order, T>(
  run: (key: Key, order: Order) => Promise<T>,
): (key: Key, order: Order) => Promise<T> {
  const present = new Map<Key, Promise<T>>();
  const next = new Map<Key, Promise<T>>();
  const begin = (key: Key, order: Order): Promise<T> => {
    const running = run(key, order).finally(() => {
      if (present.get(key) === running) present.delete(key);
    });
    present.set(key, running);
    return running;
  };
  return (key, order) => {
    const before = present.get(key);
    if (before === undefined) return begin(key, order);
    const waiting =
      next.get(key) ??
      before
        .catch(() => {})
        .then(() => {
          next.delete(key);
          return begin(key, order);
        });
    next.set(key, waiting);
    return waiting;
  };
}
