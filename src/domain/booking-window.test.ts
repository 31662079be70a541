import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  bookableUntil,
  movesUpUntil,
  refuseBooking,
  refuseMoveUp,
  windowOf,
  type PromotedBy,
  type WindowTerms,
} from "./booking-window.ts";

const minute = 60_000;
// Half past two of the night in which Paris puts its clocks back, the second time.
const startingAt = Date.UTC(2030, 9, 27, 1, 30);
const nothingSaid: WindowTerms = {
  startingAt,
  closedAt: null,
  timezone: "Europe/Paris",
  from: null,
  until: null,
  cutoffOfType: null,
  cutoffOfCampaign: null,
  promotion: "automatic",
  offerMinutes: null,
};
const ms = 1 / minute;

/** The reason at so many minutes after the start, and the minute that it names. */
function bookingAt(minutes: number, terms: Partial<WindowTerms> = {}): string {
  const window = windowOf({ ...nothingSaid, ...terms });
  const refused = refuseBooking(window, startingAt + Math.round(minutes * minute));
  return refused === null ? "open" : `${refused.why} ${(refused.at - startingAt) / minute}`;
}

function moveUpAt(minutes: number, by: PromotedBy, terms: Partial<WindowTerms> = {}): string {
  const window = windowOf({ ...nothingSaid, ...terms });
  const refused = refuseMoveUp(window, startingAt + Math.round(minutes * minute), by);
  return refused === null ? "open" : `${refused.why} ${(refused.at - startingAt) / minute}`;
}

test("B220 a closed slot is not booked, and nobody moves up, whatever the time", () => {
  const terms = { closedAt: startingAt - 60 * minute };
  for (const minutes of [-120, -60, -30, 0, 30]) {
    assert.equal(bookingAt(minutes, terms), "booking-closed -60");
    for (const by of ["itself", "hand"] as const) {
      assert.equal(moveUpAt(minutes, by, terms), "booking-closed -60");
    }
  }
  assert.equal(bookableUntil(windowOf({ ...nothingSaid, ...terms })), terms.closedAt);
});

describe("A101 a slot is booked", () => {
  test("until it begins, where nothing is said", () => {
    assert.equal(bookingAt(-ms), "open");
    assert.equal(bookingAt(0), "slot-has-begun 0");
    assert.equal(bookingAt(ms), "slot-has-begun 0");
  });

  test("until the cut-off of the ticket type, else of the campaign", () => {
    const both = { cutoffOfCampaign: 120, cutoffOfType: 30 };
    assert.equal(bookingAt(-120 - ms, { cutoffOfCampaign: 120 }), "open");
    assert.equal(bookingAt(-120, { cutoffOfCampaign: 120 }), "booking-closed -120");
    assert.equal(bookingAt(-30 - ms, both), "open");
    assert.equal(bookingAt(-30, both), "booking-closed -30");
    assert.equal(bookingAt(0, both), "slot-has-begun 0");
    assert.equal(bookingAt(-ms, { ...both, cutoffOfType: 0 }), "open");
  });

  test("after the start as well, where the cut-off is below 0", () => {
    const terms = { cutoffOfCampaign: -15 };
    assert.equal(bookingAt(15 - ms, terms), "open");
    assert.equal(bookingAt(15, terms), "slot-has-begun 0");
    assert.equal(bookingAt(14, { ...terms, cutoffOfType: 0 }), "slot-has-begun 0");
  });

  test("in the ticket type's window, and no later than the cut-off", () => {
    const window = { from: startingAt - 100 * minute, until: startingAt - 50 * minute };
    assert.equal(bookingAt(-100 - ms, window), "booking-not-open -100");
    assert.equal(bookingAt(-100, window), "open");
    assert.equal(bookingAt(-50 - ms, window), "open");
    assert.equal(bookingAt(-50, window), "booking-closed -50");
    assert.equal(bookingAt(-80, { ...window, cutoffOfType: 80 }), "booking-closed -80");
    assert.equal(bookingAt(1, { ...window, cutoffOfCampaign: -90 }), "slot-has-begun 0");
    assert.equal(bookableUntil(windowOf({ ...nothingSaid, ...window })), window.until);
    assert.equal(bookableUntil(windowOf(nothingSaid)), startingAt);
  });
});

describe("A101 a waitlist moves up", () => {
  test("by itself until the cut-off, and by hand until the start", () => {
    const terms = { cutoffOfType: 30 };
    assert.equal(moveUpAt(-30 - ms, "itself", terms), "open");
    assert.equal(moveUpAt(-30, "itself", terms), "booking-closed -30");
    assert.equal(moveUpAt(-ms, "hand", terms), "open");
    assert.equal(moveUpAt(0, "hand", terms), "slot-has-begun 0");
  });

  test("never after the start, and whatever the window", () => {
    const terms = { cutoffOfType: -30, from: startingAt - 2, until: startingAt - 1 };
    for (const by of ["itself", "hand"] as const) {
      assert.equal(moveUpAt(-60, by, terms), "open");
      assert.equal(moveUpAt(-ms, by, terms), "open");
      assert.equal(moveUpAt(0, by, terms), "slot-has-begun 0");
      assert.equal(movesUpUntil(windowOf({ ...nothingSaid, ...terms }), by), startingAt);
    }
  });
});
