import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  isOpen,
  recordedClose,
  refuseByWindow,
  windowOf,
  type WindowTerms,
} from "./booking-window.ts";

const minute = 60_000;
const startingAt = Date.UTC(2030, 4, 1, 8);
const nothingSaid: WindowTerms = {
  startingAt,
  from: null,
  until: null,
  cutoffOfType: null,
  cutoffOfCampaign: null,
};

/** The reason at so many minutes after the start, and the minute that it names. */
function reasonAt(minutes: number, terms: Partial<WindowTerms> = {}): string {
  const window = windowOf({ ...nothingSaid, ...terms });
  const now = startingAt + minutes * minute;
  const refused = refuseByWindow(window, now)?.refused;
  assert.equal(isOpen(window, now), refused === undefined);
  return refused === undefined ? "open" : `${refused.why} ${(refused.at - startingAt) / minute}`;
}

describe("A101 seats of a slot are given", () => {
  test("until it begins, where nothing is said", () => {
    assert.equal(reasonAt(-1), "open");
    assert.equal(reasonAt(-1 / minute), "open");
    assert.equal(reasonAt(0), "slot-has-begun 0");
    assert.equal(reasonAt(60), "slot-has-begun 0");
  });

  test("until the cut-off of the ticket type, else of the campaign", () => {
    const both = { cutoffOfCampaign: 120, cutoffOfType: 30 };
    assert.equal(reasonAt(-121, { cutoffOfCampaign: 120 }), "open");
    assert.equal(reasonAt(-120, { cutoffOfCampaign: 120 }), "booking-closed -120");
    assert.equal(reasonAt(-31, both), "open");
    assert.equal(reasonAt(-30, both), "booking-closed -30");
    assert.equal(reasonAt(0, both), "slot-has-begun 0");
    assert.equal(reasonAt(-1, { ...both, cutoffOfType: 0 }), "open");
  });

  test("after the start as well, where the cut-off is below 0", () => {
    const terms = { cutoffOfCampaign: -15 };
    assert.equal(reasonAt(14, terms), "open");
    assert.equal(reasonAt(15, terms), "slot-has-begun 0");
    assert.equal(reasonAt(5, { ...terms, until: startingAt - minute }), "slot-has-begun 0");
    assert.equal(reasonAt(14, { ...terms, cutoffOfType: 0 }), "slot-has-begun 0");
  });

  test("in the ticket type's window, and no later than the cut-off", () => {
    const window = { from: startingAt - 100 * minute, until: startingAt - 50 * minute };
    assert.equal(reasonAt(-101, window), "booking-not-open -100");
    assert.equal(reasonAt(-100, window), "open");
    assert.equal(reasonAt(-51, window), "open");
    assert.equal(reasonAt(-50, window), "booking-closed -50");
    assert.equal(reasonAt(-80, { ...window, cutoffOfType: 80 }), "booking-closed -80");
    assert.equal(reasonAt(1, { ...window, cutoffOfCampaign: -90 }), "slot-has-begun 0");
    assert.equal(reasonAt(-1, { until: startingAt + minute }), "open");
    assert.equal(reasonAt(0, { until: startingAt + minute }), "slot-has-begun 0");
  });

  test("never in a window that opens after it closes", () => {
    const terms = { from: startingAt + minute };
    assert.equal(reasonAt(-1, terms), "booking-not-open 1");
    assert.equal(reasonAt(2, terms), "slot-has-begun 0");
  });

  test("and the end is recorded where it is not the start", () => {
    assert.equal(recordedClose(windowOf(nothingSaid)), null);
    const closed = windowOf({ ...nothingSaid, cutoffOfType: 5 });
    assert.equal(recordedClose(closed), startingAt - 5 * minute);
  });
});
