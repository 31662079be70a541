import assert from "node:assert/strict";
import { test } from "node:test";
import { giveBackSeats } from "./seats.ts";

test("A40 leave to overbook ends with the seats that used it", () => {
  const overbooked = { capacity: 2, taken: 5, overbookedBy: 3 };
  assert.deepEqual(giveBackSeats(overbooked, 1), { capacity: 2, taken: 4, overbookedBy: 2 });
  assert.deepEqual(giveBackSeats(overbooked, 4), { capacity: 2, taken: 1, overbookedBy: 0 });
  const lessLeave = { capacity: 2, taken: 5, overbookedBy: 1 };
  assert.deepEqual(giveBackSeats(lessLeave, 1), { capacity: 2, taken: 4, overbookedBy: 1 });
});
