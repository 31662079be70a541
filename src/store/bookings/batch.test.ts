import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { until } from "../../../test/harness/until.ts";
import { DatabaseUnavailable } from "../engine.ts";
import { Batcher } from "./batch.ts";

/** Work that ends when the test says so, and what it was given. */
function work() {
  const batches: { items: readonly number[]; end(error?: Error): void }[] = [];
  const batcher = new Batcher<number, string>(
    (items) =>
      new Promise((resolve, reject) => {
        batches.push({
          items,
          end: (error) =>
            error === undefined ? resolve(items.map((item) => `answer ${item}`)) : reject(error),
        });
      }),
  );
  return { batcher, batches };
}

describe("B120 what is asked at about the same time", () => {
  test("is done together, and what comes meanwhile is next, in its order", async () => {
    const { batcher, batches } = work();
    const first = [1, 2].map((item) => batcher.add(item));
    await turn();
    const second = [3, 4, 5].map((item) => batcher.add(item));
    await turn();
    assert.deepEqual(
      batches.map(({ items }) => items),
      [[1, 2]],
    );
    batches[0]?.end();
    assert.deepEqual(await Promise.all(first), ["answer 1", "answer 2"]);
    await turn();
    assert.deepEqual(batches[1]?.items, [3, 4, 5]);
    batches[1]?.end();
    assert.deepEqual(await Promise.all(second), ["answer 3", "answer 4", "answer 5"]);
  });

  test("fails together, and what comes next does not", async () => {
    const { batcher, batches } = work();
    const failed = Promise.allSettled([batcher.add(1), batcher.add(2)]);
    await turn();
    const next = batcher.add(3);
    batches[0]?.end(new Error("no"));
    assert.deepEqual(
      (await failed).map(({ status }) => status),
      ["rejected", "rejected"],
    );
    await turn();
    batches[1]?.end();
    assert.equal(await next, "answer 3");
  });

  test("is not held up for long by what takes long", async () => {
    const { batcher, batches } = work();
    const slow = batcher.add(1);
    await turn();
    const next = batcher.add(2);
    await until(() => batches.length >= 2);
    batches[1]?.end();
    assert.equal(await next, "answer 2");
    batches[0]?.end();
    assert.equal(await slow, "answer 1");
  });

  test("P17 is limited: 64 together, 2,000 waiting, and more are refused", async () => {
    const { batcher, batches } = work();
    const asked = Array.from({ length: 2_000 }, (_, item) => batcher.add(item));
    const oneMore = batcher.add(2_000).catch((error: unknown) => error);
    assert.ok((await Promise.race([oneMore, turn()])) instanceof DatabaseUnavailable);
    let done = 0;
    while (done < asked.length) {
      const batch = batches.shift();
      if (batch === undefined) await turn();
      else {
        assert.ok(batch.items.length <= 64);
        done += batch.items.length;
        batch.end();
      }
    }
    assert.equal((await Promise.all(asked)).at(-1), "answer 1999");
  });
});
