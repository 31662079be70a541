import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gather } from "./gather.ts";

describe("gathered orders", () => {
  test("what comes while a batch is under way goes together into the next one", async () => {
    const batches: number[][] = [];
    const first = Promise.withResolvers<void>();
    const order = gather(async (orders: readonly number[]) => {
      batches.push([...orders]);
      if (batches.length === 1) await first.promise;
      return orders.map((one) => one * 10);
    });
    const early = order(1);
    await new Promise((resolve) => setImmediate(resolve));
    const late = [order(2), order(3)];
    first.resolve();
    assert.equal(await early, 10);
    assert.deepEqual(await Promise.all(late), [20, 30]);
    assert.deepEqual(batches, [[1], [2, 3]]);
  });

  test("a batch that fails fails each of its orders and none of the next", async () => {
    let batch = 0;
    const order = gather(async (orders: readonly number[]) => {
      batch += 1;
      if (batch === 1) throw new Error("broken");
      return orders;
    });
    await Promise.all([1, 2].map((one) => assert.rejects(order(one), /broken/)));
    assert.equal(await order(3), 3);
  });
});
