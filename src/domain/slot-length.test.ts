import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { lengthOfSlot, overClockChange } from "./slot-length.ts";

const timezone = "Europe/Paris";
const minutesOf = (start: string, minutes: number | null, by: "clock" | "minutes" = "clock") =>
  lengthOfSlot({ minutes, by, timezone }, Date.parse(start));

describe("a slot's length", () => {
  test("by the clock is shorter on the night in spring, and longer on the one in autumn", () => {
    // From 01:00 to 04:00.
    assert.equal(minutesOf("2031-03-30T00:00:00Z", 180), 120);
    assert.equal(minutesOf("2031-10-25T23:00:00Z", 180), 240);
    assert.equal(minutesOf("2031-03-29T00:00:00Z", 180), 180);
    // Over midnight, from 22:00 to 06:00.
    assert.equal(minutesOf("2031-03-29T21:00:00Z", 480), 420);
    assert.equal(minutesOf("2031-10-25T20:00:00Z", 480), 540);
  });

  test("by minutes is as long on every night, and none stays none", () => {
    for (const start of ["2031-03-30T00:00:00Z", "2031-10-25T23:00:00Z"]) {
      assert.equal(minutesOf(start, 180, "minutes"), 180);
      assert.equal(minutesOf(start, null), null);
    }
  });

  test("ends with the change where the clock skips its end, and at the first of an end that comes twice", () => {
    // From 01:00 to 02:30.
    assert.equal(minutesOf("2031-03-30T00:00:00Z", 90), 60);
    assert.equal(minutesOf("2031-10-25T23:00:00Z", 90), 90);
    // From the first 02:30 to 03:00.
    assert.equal(minutesOf("2031-10-26T00:30:00Z", 30), 90);
    assert.equal(minutesOf("2031-10-25T22:00:00Z", 1440), 1440, "a day at most");
  });

  test("is told where clocks change during the slot alone", () => {
    const slots = ["2031-03-29T00:00:00Z", "2031-03-30T00:00:00Z"].map((start) => ({
      startingAt: Date.parse(start),
      minutes: 60,
    }));
    assert.deepEqual(overClockChange(slots, timezone), [slots[1]]);
    assert.deepEqual(overClockChange(slots, "UTC"), []);
    const endless = { startingAt: Date.parse("2031-03-30T00:00:00Z"), minutes: null };
    assert.deepEqual(overClockChange([endless], timezone), []);
  });
});
