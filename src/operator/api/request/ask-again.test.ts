import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { RightsEnded } from "../../../domain/operator.ts";
import { asksAgain, whileAllowed } from "./ask-again.ts";

test("is asked twice a second at most, and never again after a no", async () => {
  let [now, asked, may] = [0, 0, true];
  const askAgain = asksAgain(
    async () => {
      asked += 1;
      return may;
    },
    () => now,
  );
  for (now = 0; now < 1_000; now += 10) await askAgain();
  assert.equal(asked, 2);
  [may, now] = [false, 1_200];
  await assert.rejects(askAgain(), RightsEnded);
  may = true;
  now = 2_000;
  await assert.rejects(askAgain(), RightsEnded);
  assert.equal(asked, 3);
});

test("a stream ends before the next piece, and closes what it was read from", async () => {
  const source = Readable.from(["one", "two", "three"]);
  const closed = new Promise((resolve) => source.once("close", resolve));
  let may = true;
  const body = whileAllowed(source, async () => {
    if (!may) throw new RightsEnded();
  });
  const seen: unknown[] = [];
  await assert.rejects(async () => {
    for await (const piece of body) {
      seen.push(piece);
      may = false;
    }
  }, RightsEnded);
  await closed;
  assert.ok(!seen.includes("three"), String(seen));
});
