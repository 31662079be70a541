import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { withNewEpoch, type ChangeFeed, type Epoch } from "../../domain/change-feed.ts";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** The feed's row. */
export interface StoredFeed extends ChangeFeed {
  /** Events recorded earlier get no position; milliseconds UTC. */
  readonly since: number;
  readonly databaseIdentity: string;
}

/** Reads the feed; null for an account whose feed was never read. */
export async function readFeed(
  reads: Kysely<Tables>,
  accountId: AccountId,
): Promise<StoredFeed | null> {
  const row = await selectFeed(reads, accountId).executeTakeFirst();
  return row === undefined ? null : toFeed(row);
}

/**
 * Locks the feed until the transaction ends, so one reader at a time gives positions. The first reader makes
 * the feed. On another database, or another timeline of the same one, a new epoch begins; `saveFeed` writes it.
 */
export async function lockFeed(
  engine: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  since: number,
): Promise<StoredFeed> {
  const lock = () =>
    engine.locked(selectFeed(transaction, accountId), "change_feed").executeTakeFirst();
  let row = await lock();
  if (row === undefined) {
    // No foreign key refuses the feed of an account that was deleted while somebody followed it.
    const account = transaction.selectFrom("account").select("id").where("id", "=", accountId);
    if ((await account.executeTakeFirst()) === undefined) {
      throw new DatabaseUnavailable("The account was deleted meanwhile.");
    }
    await transaction
      .insertInto("change_feed")
      .values({
        account_id: accountId,
        since,
        first_position: 1,
        last_position: 0,
        database_identity: "",
        epochs: "[]",
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = await lock();
  }
  if (row === undefined) throw new Error("A feed that was made is there.");
  const feed = toFeed(row);
  // The identity is read over the connection that gives the positions, because another connection may lead to
  // another server.
  const databaseIdentity = await engine.identity(transaction);
  if (feed.databaseIdentity === databaseIdentity) return feed;
  return { ...feed, databaseIdentity, epochs: withNewEpoch(feed, newEpochId()) };
}

export async function saveFeed(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  feed: StoredFeed,
): Promise<void> {
  await transaction
    .updateTable("change_feed")
    .set({
      first_position: feed.firstPosition,
      last_position: feed.lastPosition,
      database_identity: feed.databaseIdentity,
      epochs: JSON.stringify(feed.epochs),
    })
    .where("account_id", "=", accountId)
    .execute();
}

function selectFeed(database: Kysely<Tables>, accountId: AccountId) {
  return database.selectFrom("change_feed").selectAll().where("account_id", "=", accountId);
}

function toFeed(row: Selectable<Tables["change_feed"]>): StoredFeed {
  return {
    since: row.since,
    firstPosition: row.first_position,
    lastPosition: row.last_position,
    databaseIdentity: row.database_identity,
    // `saveFeed` wrote this JSON.
    epochs: JSON.parse(row.epochs) as Epoch[],
  };
}

/** 48 random bits, as hexadecimal digits. */
function newEpochId(): string {
  return randomUUID().replaceAll("-", "").slice(-12);
}
