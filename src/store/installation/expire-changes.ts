import type { Kysely } from "kysely";
import type { Engine } from "../engine.ts";
import type { Sweep } from "./sweep.ts";
import type { Tables } from "../tables.ts";
import { lockFeed, readFeed, saveFeed, type StoredFeed } from "../changes/stored-feed.ts";

/**
 * Removes the oldest positions of a feed, up to the first that was recorded after the sweep's moment. Returns
 * how many were removed. A cursor before the new first position is refused from then on.
 */
export async function expireChanges(engine: Engine, sweep: Sweep): Promise<number> {
  const known = await readFeed(engine.reads, sweep.accountId);
  if (known === null) return 0;
  const first = await firstKept(engine.reads, known, sweep);
  if (first <= known.firstPosition) return 0;
  await engine.write(async (transaction) => {
    const feed = await lockFeed(engine, transaction, sweep.accountId, known.since);
    await transaction
      .deleteFrom("slot_event")
      .where("account_id", "=", sweep.accountId)
      // A cursor just before the first position is checked against the event there.
      .where("position", "<", first - 1)
      .execute();
    const firstPosition = Math.max(feed.firstPosition, first);
    await saveFeed(transaction, sweep.accountId, { ...feed, firstPosition });
  });
  return first - known.firstPosition;
}

/** Reads as many positions as the sweep may remove. */
async function firstKept(
  reads: Kysely<Tables>,
  { firstPosition, lastPosition }: StoredFeed,
  { accountId, before, limit }: Sweep,
): Promise<number> {
  const end = Math.min(firstPosition + limit, lastPosition + 1);
  const firsts = await Promise.all(
    (["booking_event", "slot_event"] as const).map((events) =>
      reads
        .selectFrom(events)
        .select((select) => select.fn.min("position").as("first"))
        .where("account_id", "=", accountId)
        .where("position", ">=", firstPosition)
        .where("position", "<", end)
        .where("recorded_at", ">=", before)
        .executeTakeFirst(),
    ),
  );
  return Math.min(...firsts.map((events) => events?.first ?? end));
}
