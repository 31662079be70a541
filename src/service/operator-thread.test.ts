import assert from "node:assert/strict";
import { test } from "node:test";
import { heapLimit } from "./operator-thread.ts";

test("B680 where memory is limited, the operator's thread has a quarter of it for its heap", () => {
  const machine = 8 * 1024 ** 3;
  const young = { maxYoungGenerationSizeMb: 6 };
  assert.deepEqual(heapLimit(512 * 1024 ** 2, machine), { ...young, maxOldGenerationSizeMb: 128 });
  // Without a limit, systems say 0 or a number beyond the machine's.
  for (const limit of [0, machine, 2 ** 64]) assert.deepEqual(heapLimit(limit, machine), young);
});
