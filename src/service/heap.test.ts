import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";
import { heapLimit } from "./heap.ts";

const imported = JSON.stringify(new URL("./heap.ts", import.meta.url));
const madeObjects = `
  const kept = [];
  const makeObjects = () => {
    kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })));
    if (kept.length > 100) kept.shift();
  };
`;

test("B682 V8's space for new objects stops growing at 32 MiB", async () => {
  // 800 MB of objects, of which the last 40 survive.
  const program = `
    import { boundHeap, newSpaceBytes } from ${imported};
    ${madeObjects}
    boundHeap();
    while (newSpaceBytes() < 32 * 1_048_576) makeObjects();
    setTimeout(() => {
      for (let times = 0; times < 2_000; times += 1) makeObjects();
      console.log(newSpaceBytes() / 1_048_576);
    }, 300);
  `;
  // V8 itself stops earlier where memory is short, or where `NODE_OPTIONS` says so.
  const mebibytes = await run(program, ["--max-semi-space-size=64"]);
  // After a collection V8 holds some pages more for a moment.
  assert.ok(mebibytes >= 32 && mebibytes < 64, `${mebibytes}`);
});

test("B682 garbage does not make V8's space for old objects several times as large as what is in use", async () => {
  const program = (bound: string) => `
    import { getHeapSpaceStatistics } from "node:v8";
    import { boundHeap } from ${imported};
    ${madeObjects}
    ${bound}
    let most = 0;
    for (let times = 0; times < 4_000; times += 1) {
      makeObjects();
      const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space");
      most = Math.max(most, old.space_size);
    }
    console.log(most / 1_048_576);
  `;
  const [left, bounded] = [await run(program("")), await run(program("boundHeap();"))];
  assert.ok(bounded < 0.8 * left, `${bounded} of ${left}`);
});

async function run(program: string, flags: readonly string[] = []): Promise<number> {
  const words = [...flags, "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
  return Number(stdout);
}

test("B680 where memory is limited, the operator's thread has a quarter of it for its heap", () => {
  const machine = 8 * 1024 ** 3;
  const young = { maxYoungGenerationSizeMb: 6 };
  assert.deepEqual(heapLimit(512 * 1024 ** 2, machine), { ...young, maxOldGenerationSizeMb: 128 });
  // Without a limit, systems say 0 or a number beyond the machine's.
  for (const limit of [0, machine, 2 ** 64]) assert.deepEqual(heapLimit(limit, machine), young);
});
