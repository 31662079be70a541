import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pauseBeforeRestart } from "./restart-pause.ts";

describe("the pause before a server process is replaced", () => {
  test("is none the first time, and grows to half a minute while they die young", () => {
    let deaths = 0;
    const pauses = Array.from({ length: 12 }, () => {
      const next = pauseBeforeRestart(deaths, 59_999);
      deaths = next.deaths;
      return next.pauseMs;
    });
    assert.deepEqual(
      pauses,
      [0, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000, 30_000],
    );
  });

  test("is none again after one that lived for a minute", () => {
    assert.deepEqual(pauseBeforeRestart(9, 60_000), { pauseMs: 0, deaths: 1 });
  });
});
