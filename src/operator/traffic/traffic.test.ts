import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  type CountedAnswer,
  TrafficHistory,
  trafficWindows,
  type TrafficWindow,
  TrafficRecorder,
} from "./traffic.ts";

const now = Date.UTC(2031, 4, 1, 12);
const second = 1_000;
const list = "interactions:fetchContactBookings";

function answer(more: Partial<CountedAnswer> = {}): CountedAnswer {
  return { account: "acme/production", endpoint: list, refusal: null, seconds: 0.01, ...more };
}

function portion(...answers: CountedAnswer[]) {
  const recorder = new TrafficRecorder();
  for (const each of answers) recorder.count(each);
  return recorder.take();
}

function total(
  history: TrafficHistory,
  window: TrafficWindow,
  at: number,
  accounts = null as string[] | null,
) {
  const { steps } = history.series(window, accounts, at);
  return steps.reduce((sum, { endpoints }) => sum + (endpoints[list]?.answered ?? 0), 0);
}

describe("the history of traffic", () => {
  test("shows each count in the step in which it was recorded, in every window", () => {
    const history = new TrafficHistory(now);
    const at = now + 10.5 * second;
    history.add(portion(answer(), answer({ refusal: "rate-limited" })), at);
    for (const window of Object.keys(trafficWindows) as TrafficWindow[]) {
      const { stepSeconds, steps } = trafficWindows[window];
      // The step that is still being counted is not shown.
      assert.equal(total(history, window, at), 0);
      const later = at + (stepSeconds + 1) * second;
      const series = history.series(window, null, later);
      assert.equal(series.steps.length, steps);
      assert.equal(series.stepSeconds, stepSeconds);
      assert.equal(series.since, now);
      const index = series.steps.findIndex(({ endpoints }) => list in endpoints);
      const from = series.from + index * stepSeconds * second;
      assert.ok(from <= at && at < from + stepSeconds * second);
      assert.deepEqual(series.steps[index]?.refusals, { "rate-limited": 1 });
      assert.equal(total(history, window, later), 2);
      assert.equal(total(history, window, at + steps * stepSeconds * second), 2, window);
      assert.equal(total(history, window, at + (steps + 1) * stepSeconds * second + second), 0);
    }
  });

  test("adds up what several processes tell", () => {
    const history = new TrafficHistory(now);
    for (let process = 0; process < 3; process += 1) history.add(portion(answer()), now);
    assert.equal(total(history, "5m", now + 3 * second), 3);
  });

  test("P28 keeps accounts apart", () => {
    const history = new TrafficHistory(now);
    const elsewhere = answer({ account: "other/uat" });
    const nowhere = answer({ account: null });
    history.add(portion(answer(), elsewhere, elsewhere, nowhere, nowhere, nowhere), now);
    const at = now + 3 * second;
    assert.equal(total(history, "5m", at), 6);
    assert.equal(total(history, "5m", at, ["acme/production"]), 1);
    assert.equal(total(history, "5m", at, ["acme/production", "other/uat"]), 3);
    assert.equal(total(history, "5m", at, []), 0);
    assert.equal(total(history, "5m", at, ["nobody/uat"]), 0);
  });

  test("keeps 50 accounts apart, and says where it did not", () => {
    const history = new TrafficHistory(now);
    for (let index = 0; index < 60; index += 1) {
      history.add(portion(answer({ account: `tenant-${index}/uat` })), now);
    }
    const at = now + 3 * second;
    assert.equal(total(history, "5m", at), 60);
    assert.equal(history.series("5m", null, at).incomplete, false);
    assert.equal(total(history, "5m", at, ["tenant-0/uat"]), 1);
    assert.equal(total(history, "5m", at, ["tenant-59/uat"]), 0);
    assert.equal(history.series("5m", ["tenant-59/uat"], at).incomplete, true);
    // The name under which the rest is kept is nobody's.
    assert.equal(total(history, "5m", at, ["tenant-1/uat"]), 1);
  });

  test("does not grow with time, nor break when the clock is set back", () => {
    const history = new TrafficHistory(now);
    for (let index = 0; index < 5_000; index += 1) {
      history.add(portion(answer()), now + index * 2 * second);
    }
    const end = now + 10_000 * second;
    assert.equal(total(history, "5m", end + second), 150);
    history.add(portion(answer()), now);
    assert.equal(total(history, "5m", now + 3 * second), 1);
  });
});
