import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { afterAttempt, type DeliveryState } from "./delivery.ts";

const now = 1_900_000_000_000;
const waiting: DeliveryState = { state: "waiting", failures: 0, nextAt: now, endedAt: null };
const answered = (status: number | null) => ({ status, retryAfterMs: null });

describe("a delivery", () => {
  test("is delivered by an answer of success, whatever failed before", () => {
    const failing = { ...waiting, failures: 3 };
    const delivered = { ...failing, state: "delivered", endedAt: now } as const;
    assert.deepEqual(afterAttempt(failing, answered(204), now), delivered);
  });

  test("is posted again after a pause that grows, until the last attempt failed", () => {
    const pauses: number[] = [];
    let delivery = waiting;
    while (delivery.state === "waiting") {
      const after = afterAttempt(delivery, answered(pauses.length % 2 === 0 ? 500 : null), now);
      if (after.state === "waiting") pauses.push(after.nextAt - now);
      delivery = after;
    }
    const { state, failures, endedAt } = delivery;
    assert.deepEqual([state, failures, endedAt], ["failed", pauses.length + 1, now]);
    assert.deepEqual(
      pauses,
      pauses.toSorted((one, other) => one - other),
    );
  });

  test("stays given up, also where its last post succeeds", () => {
    const givenUp = { ...waiting, state: "given-up", endedAt: now - 1 } as const;
    assert.deepEqual(afterAttempt(givenUp, answered(200), now), givenUp);
  });
});
