import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";

// Loading takes longer than the tests of the file before it.
await sleep(200);

test("passes later than an ended process may stay", () => sleep(2_500));
