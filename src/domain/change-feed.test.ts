import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  changeOfEvent,
  formatChangeCursor,
  inFeedOrder,
  parseChangeCursor,
  positionOf,
  presentEpoch,
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

const digest = "0123456789ab";
const cursorOf = (epoch: string, position: number) => ({
  epoch,
  position,
  horizon: position,
  digest,
});
const most = 999_999_999_999_999;

describe("a cursor of the feed of changes", () => {
  test("is read as it was written, and nothing else is", () => {
    const cursor = { epoch: presentEpoch(feed), position: 7, horizon: 20, digest };
    assert.equal(cursor.epoch, second);
    const text = formatChangeCursor(cursor);
    assert.deepEqual(parseChangeCursor(text), cursor);
    const atItsHorizon = { ...cursor, position: 20 };
    assert.deepEqual(parseChangeCursor(formatChangeCursor(atItsHorizon)), atItsHorizon);
    const longest = { ...cursor, position: most, horizon: most };
    assert.deepEqual(parseChangeCursor(formatChangeCursor(longest)), longest);
    // What the operator API takes.
    assert.ok(formatChangeCursor(longest).length <= 64);
    const others = [
      "",
      "20",
      `${second}-7`,
      `${text}0`,
      text.slice(1),
      `0${text}`,
      text.replace("-7-", "-07-"),
    ];
    // No reader is beyond its horizon.
    others.push(text.replace("-7-", "-21-"));
    for (const text of others) {
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
      assert.equal(positionOf(feed, cursorOf(epoch, position)), good ? position : null);
    });
  }

  test("of an unknown epoch is refused where nothing has been read either", () => {
    const whole = { ...feed, firstPosition: 1 };
    assert.equal(positionOf(whole, cursorOf(first, 0)), 0);
    assert.equal(positionOf(whole, cursorOf("cccccccccccc", 0)), null);
  });

  test("is refused where its reader has seen states of another timeline", () => {
    assert.equal(positionOf(feed, { ...cursorOf(first, 10), horizon: 12 }), 10);
    assert.equal(positionOf(feed, { ...cursorOf(first, 10), horizon: 13 }), null);
  });

  test("may be left out: from the oldest change that is kept, or from now", () => {
    assert.equal(positionOf(feed, "start"), 4);
    assert.equal(positionOf(feed, "now"), 20);
  });

  test("stays good in a new epoch as far as the feed had come", () => {
    const moved = { ...feed, epochs: withNewEpoch(feed, "cccccccccccc"), lastPosition: 25 };
    assert.equal(positionOf(moved, cursorOf(second, 20)), 20);
    assert.equal(positionOf(moved, cursorOf(second, 21)), null);
  });
});

test("a feed remembers its last 100 epochs, and names the newest in its cursors", () => {
  let epochs = feed.epochs;
  for (let index = 0; index < 120; index += 1) {
    epochs = withNewEpoch({ ...feed, epochs }, `${index}`);
  }
  assert.equal(epochs.length, 100);
  assert.equal(presentEpoch({ ...feed, epochs }), "119");
});

describe("events get their positions", () => {
  test("by time, and a booking's own by their numbers whatever the clocks say", () => {
    const events = [
      { of: "a", number: 2, kind: "cancelled", recordedAt: 10 },
      { of: "b", number: 7, kind: "checked-in", recordedAt: 20 },
      { of: "a", number: 1, kind: "booked", recordedAt: 30 },
    ];
    for (const found of [events, events.toReversed()]) {
      const order = inFeedOrder(found).map(({ of, number }) => `${of}${number}`);
      assert.deepEqual(order, ["a1", "b7", "a2"]);
    }
    const late = { of: "c", number: 1, kind: "booked", recordedAt: 5 };
    assert.deepEqual(inFeedOrder([...events, late])[0], late);
  });

  test("of one moment, a freed seat before those who get it", () => {
    const events = [
      { of: "a", number: 2, kind: "promoted", recordedAt: 10 },
      { of: "b", number: 5, kind: "offered", recordedAt: 10 },
      { of: "c", number: 2, kind: "cancelled", recordedAt: 10 },
      { of: "d", number: 1, kind: "booked", recordedAt: 9 },
    ];
    for (const found of [events, events.toReversed()]) {
      const order = inFeedOrder(found).map(({ of }) => of);
      assert.deepEqual(order.slice(0, 2), ["d", "c"]);
    }
  });

  test("under names that say who waits and what an import did", () => {
    assert.equal(changeOfEvent("booked", "CONFIRMED"), "booked");
    assert.equal(changeOfEvent("booked", "WAITLIST"), "waitlisted");
    assert.equal(changeOfEvent("ticket-cancelled", "WAITLIST"), "ticket-cancelled");
    assert.equal(changeOfEvent("updated", "CANCELLED"), "imported");
  });
});
