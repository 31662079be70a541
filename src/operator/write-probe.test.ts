import assert from "node:assert/strict";
import { test } from "node:test";
import { WriteProbe } from "./write-probe.ts";

test("a result counts for a while, and questions share the write under way", async () => {
  let writes = 0;
  const probe = new WriteProbe(async () => {
    writes += 1;
  });
  assert.deepEqual(await Promise.all([probe.works(), probe.works()]), [true, true]);
  assert.equal(await probe.works(), true);
  assert.equal(writes, 1);
});

test("a write that fails is no fault, and is made again", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => now);
  let isFull = true;
  const probe = new WriteProbe(async () => {
    if (isFull) throw new Error("full");
  });
  assert.equal(await probe.works(), false);
  isFull = false;
  assert.equal(await probe.works(), false);
  now += 1_000;
  assert.equal(await probe.works(), true);
  isFull = true;
  now += 4_999;
  assert.equal(await probe.works(), true);
  now += 1;
  assert.equal(await probe.works(), false);
});

test("a write that hangs leaves the last result its answer", async (t) => {
  // The limit of a write keeps no process alive, and a service has its listener for that.
  const listener = setInterval(() => {}, 1_000);
  t.after(() => clearInterval(listener));
  let now = 0;
  t.mock.method(performance, "now", () => now);
  let hangs = false;
  const probe = new WriteProbe(() => (hangs ? new Promise(() => {}) : Promise.resolve()));
  assert.equal(await probe.works(), true);
  hangs = true;
  now += 5_000;
  assert.equal(await probe.works(), true);
});
