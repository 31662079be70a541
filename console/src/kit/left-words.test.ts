import assert from "node:assert/strict";
import { test } from "node:test";
import { leftWords } from "./left-words.ts";

test("what is left is counted in seconds below an hour, and ends at the instant itself", () => {
  const cases = [
    [-1, "ending"],
    [0, "ending"],
    [1, "0:01"],
    [1_000, "0:01"],
    [59_001, "1:00"],
    [245_000, "4:05"],
    [3_599_000, "59:59"],
    [3_599_001, "1 h 0 min"],
    [11_520_000, "3 h 12 min"],
    [86_400_000, "1 d 0 h"],
    [604_800_000, "7 d 0 h"],
  ] as const;
  for (const [ms, words] of cases) assert.equal(leftWords(ms), words, String(ms));
});
