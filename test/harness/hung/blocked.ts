import { test } from "node:test";
import { startLongChild } from "./long-child.ts";

test("a test that never lets go of its thread", async () => {
  await startLongChild();
  // As an endless loop does, and without a processor.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
