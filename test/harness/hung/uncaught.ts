import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

test("a test beside which something is thrown", async () => {
  setTimeout(() => {
    throw new Error("Nobody catches this.");
  });
  await sleep(100);
});
