import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking } from "../../api/operations.ts";
import { bookingOf, door, noon } from "./desk-fixtures.ts";
import { judge, type Door, type Verdict } from "./judge.ts";

const slot = { activity: "tasting", host: null, startingAt: noon };
const cancelled = "2026-05-01T00:00:00Z";
const here = "2026-05-04T09:58:00Z";
const tomorrow = { slot_starting_at: "2026-05-05T10:00:00Z" };

const cases: readonly (readonly [string, Booking, Door, Verdict])[] = [
  ["one ticket goes in", bookingOf("a"), door, { kind: "go" }],
  ["at its own slot too", bookingOf("a"), { ...door, slot }, { kind: "go" }],
  ["of several it is asked who is here", bookingOf("a", {}, [{}, {}]), door, { kind: "choose" }],
  ["also for the last of them", bookingOf("a", {}, [{ here }, {}]), door, { kind: "choose" }],
  [
    "a cancelled ticket is not asked about",
    bookingOf("a", {}, [{ cancelled }, {}]),
    door,
    { kind: "go" },
  ],
  [
    "all of them here",
    bookingOf("a", {}, [{ here }, { cancelled }]),
    door,
    { kind: "already", at: here },
  ],
  [
    "cancelled",
    bookingOf("a", { booking_status: "CANCELLED", booked_at: cancelled }),
    door,
    { kind: "cancelled", at: cancelled },
  ],
  [
    "confirmed with no ticket left",
    bookingOf("a", {}, [{ cancelled }]),
    door,
    { kind: "cancelled", at: cancelled },
  ],
  ["waiting", bookingOf("a", { booking_status: "WAITLIST" }), door, { kind: "waitlist" }],
  [
    "waiting for another day has no seat either",
    bookingOf("a", { booking_status: "WAITLIST", ...tomorrow }),
    door,
    { kind: "waitlist" },
  ],
  ["another day", bookingOf("a", tomorrow), door, { kind: "elsewhere" }],
  ["another campaign", bookingOf("a", { interaction: "other" }), door, { kind: "elsewhere" }],
  [
    "another slot of the day",
    bookingOf("a", { slot_starting_at: "2026-05-04T11:00:00Z" }),
    { ...door, slot },
    { kind: "elsewhere" },
  ],
  [
    "another activity",
    bookingOf("a", { activity: "tour" }),
    { ...door, slot },
    { kind: "elsewhere" },
  ],
  [
    "another host",
    bookingOf("a", { host: "bob" }),
    { ...door, slot: { ...slot, host: "ann" } },
    { kind: "elsewhere" },
  ],
  [
    "the same instant written otherwise",
    bookingOf("a"),
    { ...door, slot: { ...slot, startingAt: "2026-05-04T12:00:00+02:00" } },
    { kind: "go" },
  ],
];

for (const [what, booking, at, verdict] of cases) {
  test(`${what}: ${verdict.kind}`, () => assert.deepEqual(judge(booking, at), verdict));
}
