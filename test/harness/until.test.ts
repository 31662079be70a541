import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { until } from "./until.ts";

describe("until", () => {
  test("looks until there is something, and returns it", async () => {
    const answers = [false, null, undefined, 0];
    assert.equal(await until(() => answers.shift(), { everyMs: 1 }), 0);
    assert.deepEqual(answers, []);
  });

  test("says what has not become so", async () => {
    const letters = new Set(["a"]);
    const look = async () => letters.has("b");
    await assert.rejects(until(look, { limitMs: 5, everyMs: 1 }), /after 5 ms: .*letters\.has/);
  });

  test("fails with what a look throws", async () => {
    const gone = new Error("gone");
    await assert.rejects(
      until(() => Promise.reject(gone)),
      gone,
    );
  });
});
