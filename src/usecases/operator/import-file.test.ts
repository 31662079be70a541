import assert from "node:assert/strict";
import { test } from "node:test";
import { importGoodLines } from "./import-file.ts";

const nothing = { read: 0, created: {}, updated: {}, unchanged: {}, kept: {}, kept_bookings: [] };
const bad = { line: 1, kind: null, key: null, field: null, expected: "a line" };

test("a round of an import without bad lines is dated by when it begins", async () => {
  let now = 1_000;
  const times: number[] = [];
  const { skipped } = await importGoodLines(
    () => ({ actor: "test", now }),
    async ({ audit }) => {
      times.push(audit.now);
      now += 50;
      return times.length === 1 ? { errors: [bad], errorCount: 1 } : nothing;
    },
  );
  assert.equal(skipped.size, 1);
  assert.deepEqual(times, [1_000, 1_050]);
});
