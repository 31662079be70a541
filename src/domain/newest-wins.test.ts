import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  changedAt,
  isNewest,
  type LineState,
  type PastEvent,
  type TimedState,
} from "./newest-wins.ts";

const bookedAt = 100;
const here: TimedState = { status: "CONFIRMED", bookedAt, tickets: [ticket()] };
const booked = event("booked", bookedAt);

function ticket(cancelledAt: number | null = null, checkedInAt: number | null = null) {
  return { cancelledAt, checkedInAt };
}

function event(kind: string, at: number, details: object | null = null, recordedAt = at) {
  return { kind, at, recordedAt, details: details === null ? null : JSON.stringify(details) };
}

function line(rest: Partial<LineState> = {}): LineState {
  return { ...here, changedAt: null, isElsewhere: false, ...rest };
}

/** A line that a file says was changed at this time. */
const changed = (at: number, rest: Partial<LineState> = {}) => line({ changedAt: at, ...rest });

describe("B210 a line of a file, of a booking that was changed here", () => {
  const cancelledHere = [booked, event("cancelled", 500)];

  test("loses when it is older, and wins when it is newer", () => {
    assert.equal(isNewest(changed(499), here, cancelledHere), false);
    assert.equal(isNewest(changed(501), here, cancelledHere), true);
    assert.equal(isNewest(line(), here, cancelledHere), false);
  });

  test("is as new as the latest time in its state, whatever it says", () => {
    const late = { tickets: [ticket(501)] };
    assert.equal(isNewest(line(late), here, cancelledHere), true);
    assert.equal(isNewest(changed(3, late), here, cancelledHere), true);
    assert.equal(isNewest(line({ tickets: [ticket(null, 501)] }), here, cancelledHere), true);
    assert.equal(isNewest(line({ tickets: [ticket(501), ticket()] }), here, cancelledHere), true);
  });

  test("loses at the same time with other times or another status, and wins with the same", () => {
    const taken: TimedState = { status: "CANCELLED", bookedAt, tickets: [ticket(500)] };
    const same = changed(500, taken);
    assert.equal(isNewest(same, taken, cancelledHere), true);
    for (const other of [
      { status: "CONFIRMED" },
      { bookedAt: bookedAt + 1 },
      { tickets: [ticket(400)] },
      { tickets: [ticket(500, 400)] },
      { tickets: [ticket(500), ticket(500)] },
    ] as const) {
      assert.equal(isNewest({ ...same, ...other }, taken, cancelledHere), false);
    }
    const two = { ...taken, tickets: [ticket(500), ticket(500)] };
    assert.equal(
      isNewest({ ...same, tickets: [ticket(500), ticket(7)] }, two, cancelledHere),
      false,
    );
    assert.equal(isNewest(same, two, cancelledHere), false);
  });

  test("loses at the time of a move with another place, and wins with the same", () => {
    const moved = [booked, event("moved", 500)];
    const elsewhere = changed(500, { isElsewhere: true });
    assert.equal(isNewest(elsewhere, here, moved), false);
    assert.equal(isNewest(changed(500), here, moved), true);
    // The last change was no move, so the place is as it was before.
    const checkedIn = [...moved, event("checked-in", 600)];
    assert.equal(isNewest(changed(600, { isElsewhere: true }), here, checkedIn), true);
    // Both were made in one millisecond: the move counts.
    for (const both of [
      [event("moved", 500), event("checked-in", 500)],
      [event("checked-in", 500), event("moved", 500)],
    ]) {
      assert.equal(isNewest(elsewhere, here, [booked, ...both]), false);
    }
    // A move that was recorded before another change was made, and takes effect earlier.
    const earlier = [booked, event("checked-in", 500), event("moved", 400)];
    assert.equal(isNewest(elsewhere, here, earlier), true);
  });

  test("is compared with the later of the times of an event", () => {
    const recordedLater = [booked, event("moved", 300, null, 500)];
    assert.equal(isNewest(changed(499), here, recordedLater), false);
    assert.equal(changedAt(here, recordedLater), 500);
    assert.equal(changedAt(here, [booked, event("moved", 500, null, 300)]), 500);
  });
});

describe("B210 a line of a file, of a booking that only files changed", () => {
  const taken = (changed_at?: number, overwritten?: true) =>
    event("updated", 900, {
      ...(changed_at && { changed_at }),
      ...(overwritten && { overwritten }),
    });

  test("wins when it says no time", () => {
    assert.equal(isNewest(line(), here, [booked, taken(700)]), true);
    assert.equal(isNewest(line(), here, [event("imported", 900)]), true);
  });

  test("that says a time has to be as new as the last line that was taken", () => {
    assert.equal(isNewest(changed(699), here, [booked, taken(700)]), false);
    assert.equal(isNewest(changed(700), here, [booked, taken(700)]), true);
    assert.equal(isNewest(changed(200), here, [booked, taken(700), taken()]), true);
  });

  test("that says a time has to be as new as the state here", () => {
    const late: TimedState = { ...here, tickets: [ticket(null, 300)] };
    assert.equal(isNewest(changed(299), late, [booked]), false);
    assert.equal(isNewest(changed(300), late, [booked]), true);
    assert.equal(isNewest(changed(bookedAt - 1, { bookedAt: 1 }), here, [booked]), false);
  });

  test("wins after a line that was taken by order has replaced what was done here", () => {
    const events: PastEvent[] = [booked, event("cancelled", 500), taken(200, true)];
    assert.equal(isNewest(changed(300), here, events), true);
    assert.equal(isNewest(changed(300), here, [...events.slice(0, 2), taken(200)]), false);
  });
});

describe("B210 the time of a booking in an export", () => {
  test("is the latest of its state, of the changes here and of the last line", () => {
    const at = (...events: PastEvent[]) => changedAt(here, [booked, ...events]);
    assert.equal(at(), bookedAt);
    assert.equal(at(event("cancelled", 500)), 500);
    assert.equal(at(event("cancelled", 500), event("checked-in", 300)), 500);
    for (const told of ["offered", "offer-ended", "reminder-due"]) {
      assert.equal(at(event(told, 900)), bookedAt, `${told} leaves the booking as it is`);
    }
    assert.equal(at(event("updated", 900, { changed_at: 700 })), 700);
    assert.equal(changedAt({ ...here, tickets: [ticket(800, 300)] }, [booked]), 800);
  });
});
