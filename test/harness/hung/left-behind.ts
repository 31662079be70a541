import { test } from "node:test";
import { startLongChild } from "./long-child.ts";

test("a test that forgets the process that it started", async () => {
  (await startLongChild()).unref();
});
