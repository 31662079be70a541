import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pacedWork, rareWrites } from "./serve-machines.ts";

test("a result counts for a while, and questions share the write under way", async () => {
  let writes = 0;
  const probe = rareWrites(async () => {
    writes += 1;
  });
  assert.deepEqual(await Promise.all([probe(), probe()]), [true, true]);
  assert.equal(await probe(), true);
  assert.equal(writes, 1);
});

test("a write that fails is no fault, and is made again", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  let isFull = true;
  const probe = rareWrites(async () => {
    if (isFull) throw new Error("full");
  });
  assert.equal(await probe(), false);
  isFull = false;
  assert.equal(await probe(), false);
  now += 1_000;
  assert.equal(await probe(), true);
  isFull = true;
  now += 4_999;
  assert.equal(await probe(), true);
  now += 1;
  assert.equal(await probe(), false);
});

test("a write that hangs leaves the last result its answer", async (t) => {
  // The limit of a write keeps no process alive, and a service has its listener for that.
  const listener = setInterval(() => {}, 1_000);
  t.after(() => clearInterval(listener));
  let now = 0;
  t.mock.method(performance, "now", () => now);
  let hangs = false;
  const probe = rareWrites(() => (hangs ? new Promise(() => {}) : Promise.resolve()));
  assert.equal(await probe(), true);
  hangs = true;
  now += 5_000;
  assert.equal(await probe(), true);
});

describe("paced work", () => {
  test("is done once for all who wait for it", async () => {
    let times = 0;
    const paced = pacedWork(async () => (times += 1), 1);
    assert.equal(await paced(), 1);
    const asked = Array.from({ length: 100 }, () => paced());
    assert.deepEqual(new Set(await Promise.all(asked)), new Set([2]));
    assert.equal(times, 2);
  });

  test("begins after the question, also where other work is under way", async () => {
    const begun: PromiseWithResolvers<string>[] = [];
    const paced = pacedWork(() => {
      const work = Promise.withResolvers<string>();
      begun.push(work);
      return work.promise;
    }, 1);
    const first = paced();
    await Promise.resolve();
    assert.equal(begun.length, 1);
    const second = paced();
    begun[0]?.resolve("first");
    assert.equal(await first, "first");
    while (begun.length < 2) await new Promise(setImmediate);
    begun[1]?.resolve("second");
    assert.equal(await second, "second");
  });

  test("goes on after work that failed", async () => {
    let times = 0;
    const paced = pacedWork(async () => {
      times += 1;
      if (times === 1) throw new Error("The service starts.");
      return times;
    }, 1);
    await assert.rejects(paced(), /The service starts/);
    assert.equal(await paced(), 2);
  });
});
