import assert from "node:assert/strict";
import { test } from "node:test";
import { isRefused } from "../../domain/refusal.ts";
import type { Change } from "../../store/doors/changes.ts";
import {
  formatChangeCursor,
  parseChangeCursor,
  type ChangesStart,
} from "../../domain/change-feed.ts";
import { awaitChanges } from "./await-changes.ts";

const epoch = "2f6c1d1e6f0e";
const cursorOf = (position: number) =>
  formatChangeCursor({ epoch, position, horizon: 9_000, digest: epoch });

/** A feed whose changes are of one campaign but for every tenth. */
function feedOf(length: number) {
  const all = Array.from({ length }, (_, index) => ({
    cursor: cursorOf(index + 1),
    line: { interaction: index % 10 === 9 ? "own" : "other" },
  })) as unknown as Change[];
  const feed = { reads: 0, readChanges, listenForChanges: () => ({ [Symbol.dispose]() {} }) };
  async function readChanges({ start, limit }: { start: ChangesStart; limit: number }) {
    feed.reads += 1;
    const after = typeof start === "string" ? 0 : start.position;
    const changes = all.slice(after, after + limit);
    return { changes, cursor: changes.at(-1)?.cursor ?? cursorOf(after) };
  }
  return feed;
}

test("A65 a reader who sees some changes gets each once, by few reads", async () => {
  const feed = feedOf(2_000);
  const seen: string[] = [];
  let start: ChangesStart = "start";
  for (;;) {
    const found = await awaitChanges(
      feed as never,
      { start, limit: 30, since: 0 },
      { waitMs: 0, isOver: () => false, askAgain: async () => {}, now: () => 0 },
      ({ line }) => line.interaction === "own",
    );
    if (isRefused(found)) assert.fail();
    seen.push(...found.changes.map(({ cursor }) => cursor));
    if (found.changes.length < 30) break;
    start = parseChangeCursor(found.cursor) ?? assert.fail();
  }
  const own = Array.from({ length: 200 }, (_, index) => cursorOf((index + 1) * 10));
  assert.deepEqual(seen, own);
  assert.ok(feed.reads <= 15, `${feed.reads} reads`);
});
