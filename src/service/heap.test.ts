import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { heapLimit } from "./heap.ts";

/** Makes 800 MB of objects. The last 40 MB survive. */
const program = `
  import { boundNewSpace, newSpaceBytes } from ${JSON.stringify(new URL("./heap.ts", import.meta.url))};
  const kept = [];
  const makeObjects = () => {
    kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
    if (kept.length > 100) kept.shift();
  };
  boundNewSpace();
  while (newSpaceBytes() < 32 * 1_048_576) makeObjects();
  setTimeout(() => {
    for (let times = 0; times < 2_000; times += 1) makeObjects();
    console.log(newSpaceBytes() / 1_048_576);
  }, 300);
`;

test("B682 V8's space for new objects stops growing at 32 MiB", async () => {
  // V8 itself stops earlier where memory is short, or where `NODE_OPTIONS` says so.
  const words = ["--max-semi-space-size=64", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
  // After a collection V8 holds some pages more for a moment.
  assert.ok(Number(stdout) >= 32 && Number(stdout) < 64, stdout);
});

test("B680 where memory is limited, the operator's thread has a quarter of it for its heap", () => {
  const machine = 8 * 1024 ** 3;
  const young = { maxYoungGenerationSizeMb: 6 };
  assert.deepEqual(heapLimit(512 * 1024 ** 2, machine), { ...young, maxOldGenerationSizeMb: 128 });
  // Without a limit, systems say 0 or a number beyond the machine's.
  for (const limit of [0, machine, 2 ** 64]) assert.deepEqual(heapLimit(limit, machine), young);
});
