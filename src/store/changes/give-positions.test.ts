import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sharedRuns } from "./give-positions.ts";

describe("shared runs", () => {
  test("serve many callers of one moment with two runs, the second after they came", async () => {
    let runs = 0;
    const run = sharedRuns(async (_key: string, _order: null) => {
      runs += 1;
      const number = runs;
      await new Promise((resolve) => setImmediate(resolve));
      return number;
    });
    const first = run("a", null);
    const others = Array.from({ length: 30 }, () => run("a", null));
    assert.equal(await first, 1);
    assert.deepEqual(new Set(await Promise.all(others)), new Set([2]));
    assert.equal(await run("a", null), 3);
  });

  test("of different keys do not wait for each other", async () => {
    const begun: string[] = [];
    const run = sharedRuns(async (key: string, _order: null) => {
      begun.push(key);
      await new Promise((resolve) => setImmediate(resolve));
    });
    const both = [run("a", null), run("b", null)];
    assert.deepEqual(begun, ["a", "b"]);
    await Promise.all(both);
  });

  test("end for those who waited where the run before failed", async () => {
    let runs = 0;
    const run = sharedRuns(async (_key: string, _order: null) => {
      runs += 1;
      if (runs === 1) throw new Error("The first fails.");
      return runs;
    });
    const [first, second] = await Promise.allSettled([run("a", null), run("a", null)]);
    assert.equal(first?.status, "rejected");
    assert.deepEqual(second, { status: "fulfilled", value: 2 });
  });
});
