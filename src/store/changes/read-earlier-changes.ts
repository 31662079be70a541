import type { AccountId } from "../../domain/account.ts";
import { positionOf, presentEpoch, type ChangeCursor } from "../../domain/change-feed.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { Engine } from "../engine.ts";
import { giveAllPositions } from "./give-positions.ts";
import {
  cursorFormat,
  eventsAfter,
  isKnownHere,
  linesOf,
  withLines,
  type Changes,
  type ChangesQuestion,
  type ChangesRefusal,
} from "./read-changes.ts";

export interface EarlierQuestion extends Pick<ChangesQuestion, "limit" | "since"> {
  /** A change that is known already; `end` for the latest changes. */
  readonly before: ChangeCursor | "end";
}

export interface EarlierChanges extends Changes {
  /** What to send as `before` for those that are still earlier; null where none is kept. */
  readonly earlier: string | null;
}

/** Reads the changes just before one, for a person who looks back; positions are dense, so they can be counted. */
export async function readEarlierChanges(
  engine: Engine,
  accountId: AccountId,
  question: EarlierQuestion,
): Promise<EarlierChanges | Refused<ChangesRefusal>> {
  const { before, limit, since } = question;
  const feed = await giveAllPositions(engine, accountId, since);
  const known = before === "end" ? feed.lastPosition + 1 : positionOf(feed, before);
  if (
    known === null ||
    (before !== "end" && !(await isKnownHere(engine.reads, accountId, before)))
  ) {
    const format = await cursorFormat(engine.reads, accountId, feed, "start");
    return { refused: { why: "cursor-not-kept", cursor: format(feed.lastPosition) } };
  }
  const last = known - 1;
  const after = Math.max(feed.firstPosition - 1, last - limit);
  const range = { feed: { lastPosition: last }, after, limit: Math.max(0, last - after) };
  const events = await eventsAfter(engine.reads, accountId, range);
  const found = await withLines(engine, accountId, events, linesOf);
  // A line shows its booking's current state. The cursor's horizon must not lie before what a line shows.
  const horizon = found.length === 0 ? feed : await giveAllPositions(engine, accountId, since);
  if (presentEpoch(horizon) !== presentEpoch(feed)) {
    return readEarlierChanges(engine, accountId, question);
  }
  const format = await cursorFormat(engine.reads, accountId, horizon, "now");
  return {
    changes: found.map(({ position, ...change }) => ({ ...change, cursor: format(position) })),
    cursor: format(last),
    earlier: after < feed.firstPosition ? null : format(after + 1),
  };
}
