import { test } from "node:test";
import { startLongChild } from "./long-child.ts";

test("a test that never lets go of the processor", async () => {
  await startLongChild();
  for (;;);
});
