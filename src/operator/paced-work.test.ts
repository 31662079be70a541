import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { PacedWork } from "./paced-work.ts";

describe("paced work", () => {
  test("is done once for all who wait for it", async () => {
    let times = 0;
    const paced = new PacedWork(async () => (times += 1), 1);
    assert.equal(await paced.result(), 1);
    const asked = Array.from({ length: 100 }, () => paced.result());
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([2]));
    assert.equal(times, 2);
  });

  test("begins after the question, also where other work is under way", async () => {
    const begun: PromiseWithResolvers<string>[] = [];
    const paced = new PacedWork(() => {
      const work = Promise.withResolvers<string>();
      begun.push(work);
      return work.promise;
    }, 1);
    const first = paced.result();
    await Promise.resolve();
    assert.equal(begun.length, 1);
    const second = paced.result();
    begun[0]?.resolve("first");
    assert.equal(await first, "first");
    while (begun.length < 2) await new Promise(setImmediate);
    begun[1]?.resolve("second");
    assert.equal(await second, "second");
  });

  test("goes on after work that failed", async () => {
    let times = 0;
    const paced = new PacedWork(async () => {
      times += 1;
      if (times === 1) throw new Error("The service starts.");
      return times;
    }, 1);
    await assert.rejects(paced.result(), /The service starts/);
    assert.equal(await paced.result(), 2);
  });
});
