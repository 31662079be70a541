import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  changeOfEvent,
  cursorAt,
  formatChangeCursor,
  inFeedOrder,
  parseChangeCursor,
  positionOf,
  withNewEpoch,
  type ChangeFeed,
} from "./change-feed.ts";

const [first, second] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"];
/** Positions 5 to 20 are kept; after the 12th the database took another timeline. */
const feed: ChangeFeed = {
  firstPosition: 5,
  lastPosition: 20,
  epochs: [
    { id: first, after: 0 },
    { id: second, after: 12 },
  ],
};

describe("a cursor of the feed of changes", () => {
  test("is read as it was written, and nothing else is", () => {
    const cursor = cursorAt(feed);
    assert.deepEqual(cursor, { epoch: second, position: 20 });
    assert.deepEqual(parseChangeCursor(formatChangeCursor(cursor)), cursor);
    for (const text of ["", "20", `${second}-`, `${second}-020`, `${second}--1`, `${second}-2x`]) {
      assert.equal(parseChangeCursor(text), null, text);
    }
  });

  const cases: readonly [epoch: string, position: number, good: boolean][] = [
    [second, 20, true],
    [second, 4, true],
    // The changes after it are not kept.
    [second, 3, false],
    // Nothing has that position yet.
    [second, 21, false],
    [first, 12, true],
    // It has seen another timeline.
    [first, 13, false],
    ["cccccccccccc", 10, false],
  ];
  for (const [epoch, position, good] of cases) {
    test(`of epoch ${epoch[0]} at ${position} is ${good ? "good" : "refused"}`, () => {
      assert.equal(positionOf(feed, { epoch, position }), good ? position : null);
    });
  }

  test("may be left out: from the oldest change that is kept, or from now", () => {
    assert.equal(positionOf(feed, "start"), 4);
    assert.equal(positionOf(feed, "now"), 20);
  });

  test("stays good in a new epoch as far as the feed had come", () => {
    const moved = { ...feed, epochs: withNewEpoch(feed, "cccccccccccc"), lastPosition: 25 };
    assert.equal(positionOf(moved, { epoch: second, position: 20 }), 20);
    assert.equal(positionOf(moved, { epoch: second, position: 21 }), null);
  });
});

describe("events get their positions", () => {
  test("by time, and a booking's own by their numbers whatever the clocks say", () => {
    const events = [
      { of: "a", number: 2, recordedAt: 10 },
      { of: "b", number: 7, recordedAt: 20 },
      { of: "a", number: 1, recordedAt: 30 },
    ];
    const order = inFeedOrder(events).map(({ of, number }) => `${of}${number}`);
    assert.deepEqual(order, ["a1", "b7", "a2"]);
  });

  test("under names that say who waits and what an import did", () => {
    assert.equal(changeOfEvent("booked", "CONFIRMED"), "booked");
    assert.equal(changeOfEvent("booked", "WAITLIST"), "waitlisted");
    assert.equal(changeOfEvent("updated", "CANCELLED"), "imported");
  });
});
