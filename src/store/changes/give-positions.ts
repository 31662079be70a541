import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { inFeedOrder } from "../../domain/change-feed.ts";
import type { BoundRows, Engine } from "../engine.ts";
import { bindRows, prepare } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { lockFeed, readFeed, saveFeed, type StoredFeed } from "./stored-feed.ts";

/** Events of each table that get positions in one transaction. Other writers wait for that transaction. */
const portion = 200;
/** A reader that can do with some of the changes stops after this many portions. */
const portionsAtMost = 50;

type Values = BoundRows & { readonly accountId: number; readonly since: number };

/**
 * Gives positions to the account's events that have none, and returns the feed.
 *
 * An event gets its position after its commit, from a reader that has locked the feed. An open transaction
 * therefore holds no number: however long it runs, its events come after those committed before, and no
 * reader waits for it. Positions are committed in their order, so a reader that sees one sees all before it.
 */
export function preparePositionGiver(engine: Engine) {
  const unplacedOf = prepareUnplacedOf(engine);
  const placeBookingEvents = preparePlacing(engine);
  const placeSlotEvents = preparePlacingOfSlots(engine);

  /** Gives positions to one portion; `isWhole` means that no event is left. */
  const givePortion = (accountId: AccountId, since: number) =>
    engine.write(async (transaction) => {
      const feed = await lockFeed(engine, transaction, accountId, since);
      const bookings = await unplacedOfBookings(transaction, accountId, feed.since).execute();
      const slots = await unplacedOfSlots(transaction, accountId, feed.since).execute();
      const ids = [...new Set(bookings.map(({ booking_id }) => booking_id))].map((id) => ({ id }));
      // All events of a booking belong to one portion, so an earlier event never gets a later position.
      const histories =
        ids.length === 0
          ? []
          : await unplacedOf(transaction, { accountId, since: feed.since, ...bindRows(ids) });
      const placed = inFeedOrder([
        // A change of capacity stands before the promotions that it allows.
        ...slots.map((row) => ({ of: row.id, number: 0, recordedAt: row.recorded_at })),
        ...histories.map((row) => ({
          of: row.booking_id,
          number: row.number,
          recordedAt: row.recorded_at,
        })),
      ]).map((event, index) => ({
        account_id: accountId,
        id: event.of,
        number: event.number,
        position: feed.lastPosition + index + 1,
      }));
      const ofBookings = placed.filter(({ number }) => number > 0);
      const ofSlots = placed.filter(({ number }) => number === 0);
      const values = { accountId, since: feed.since };
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

  /** `mayLeaveSome` allows the reader to leave events without a position when there are very many. */
  const give = async (
    accountId: AccountId,
    { since, mayLeaveSome }: { readonly since: number; readonly mayLeaveSome: boolean },
  ): Promise<StoredFeed> => {
    const known = await readFeed(engine.reads, accountId);
    if (known !== null && (await isUpToDate(engine, accountId, known))) return known;
    for (let portions = 1; ; portions += 1) {
      const begunAt = performance.now();
      const { feed, isWhole } = await givePortion(accountId, since);
      if (isWhole || (mayLeaveSome && portions === portionsAtMost)) return feed;
      // The pause leaves half of the time to other writers.
      await sleep(performance.now() - begunAt);
    }
  };
  const giveAll = sharedRuns((accountId: AccountId, since: number) =>
    give(accountId, { since, mayLeaveSome: false }),
  );
  return {
    /** Many followers wake at one change, and one of them gives its position. */
    giveAll,
    /** Leaves some of very many events without a position. */
    giveLately: (accountId: AccountId, since: number) =>
      give(accountId, { since, mayLeaveSome: true }),
  };
}

/** Checks without a lock, so that a follower that waits for the next change delays no writer. */
async function isUpToDate(
  engine: Engine,
  accountId: AccountId,
  { since, databaseIdentity }: StoredFeed,
): Promise<boolean> {
  const [booking, slot, identity] = await Promise.all([
    unplacedOfBookings(engine.reads, accountId, since).limit(1).executeTakeFirst(),
    unplacedOfSlots(engine.reads, accountId, since).limit(1).executeTakeFirst(),
    engine.identity(engine.reads),
  ]);
  return booking === undefined && slot === undefined && identity === databaseIdentity;
}

/** Events without a position, oldest first, in the order of the index. */
function unplacedOfBookings(database: Kysely<Tables>, accountId: AccountId, since: number) {
  return database
    .selectFrom("booking_event")
    .select("booking_id")
    .where("account_id", "=", accountId)
    .where("position", "is", null)
    .where("recorded_at", ">=", since)
    .orderBy("position")
    .orderBy("recorded_at")
    .limit(portion);
}

function unplacedOfSlots(database: Kysely<Tables>, accountId: AccountId, since: number) {
  return database
    .selectFrom("slot_event")
    .select(["id", "recorded_at"])
    .where("account_id", "=", accountId)
    .where("position", "is", null)
    .where("recorded_at", ">=", since)
    .orderBy("position")
    .orderBy("recorded_at")
    .limit(portion);
}

function prepareUnplacedOf(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .selectFrom(engine.inputRows(values, { id: "text" }))
      .crossJoin("booking_event")
      .select(["booking_event.booking_id", "booking_event.number", "booking_event.recorded_at"])
      .where("booking_event.account_id", "=", values.accountId)
      .whereRef("booking_event.booking_id", "=", "input_rows.id")
      // The unary plus keeps the embedded engine from reading all events without a position for each booking.
      .where(sql`+booking_event.position`, "is", null)
      .where(sql<number>`+booking_event.recorded_at`, ">=", values.since),
  );
}

const placedColumns = {
  account_id: "bigint",
  id: "text",
  number: "bigint",
  position: "bigint",
} as const;

function preparePlacing(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .updateTable("booking_event")
      .from(engine.inputRows(values, placedColumns))
      .set((set) => ({ position: set.ref("input_rows.position") }))
      .where(sql.ref("input_rows.account_id"), "=", values.accountId)
      .whereRef("booking_event.account_id", "=", "input_rows.account_id")
      .whereRef("booking_event.booking_id", "=", "input_rows.id")
      .whereRef("booking_event.number", "=", "input_rows.number"),
  );
}

function preparePlacingOfSlots(engine: Engine) {
  return prepare((values: Values) =>
    engine.reads
      .updateTable("slot_event")
      .from(engine.inputRows(values, placedColumns))
      .set((set) => ({ position: set.ref("input_rows.position") }))
      .where(sql.ref("input_rows.account_id"), "=", values.accountId)
      .whereRef("slot_event.account_id", "=", "input_rows.account_id")
      .whereRef("slot_event.id", "=", "input_rows.id"),
  );
}

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
