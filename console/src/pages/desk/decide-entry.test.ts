import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking } from "../../api/operations.ts";
import { bookingOf, scope, noon } from "./desk-fixtures.ts";
import { decideEntry, type DeskScope, type EntryDecision } from "./decide-entry.ts";

const slot = { activity: "tasting", host: null, startingAt: noon };
const cancelled = "2026-05-01T00:00:00Z";
const here = "2026-05-04T09:58:00Z";
const tomorrow = { slot_starting_at: "2026-05-05T10:00:00Z" };

const cases: readonly (readonly [string, Booking, DeskScope, EntryDecision])[] = [
  ["one ticket goes in", bookingOf("a"), scope, { kind: "go" }],
  ["at its own slot too", bookingOf("a"), { ...scope, slot }, { kind: "go" }],
  ["of several it is asked who is here", bookingOf("a", {}, [{}, {}]), scope, { kind: "choose" }],
  ["also for the last of them", bookingOf("a", {}, [{ here }, {}]), scope, { kind: "choose" }],
  [
    "a cancelled ticket is not asked about",
    bookingOf("a", {}, [{ cancelled }, {}]),
    scope,
    { kind: "go" },
  ],
  [
    "all of them here",
    bookingOf("a", {}, [{ here }, { cancelled }]),
    scope,
    { kind: "already", at: here },
  ],
  [
    "cancelled",
    bookingOf("a", { booking_status: "CANCELLED", booked_at: cancelled }),
    scope,
    { kind: "cancelled", at: cancelled },
  ],
  [
    "confirmed with no ticket left",
    bookingOf("a", {}, [{ cancelled }]),
    scope,
    { kind: "cancelled", at: cancelled },
  ],
  ["waiting", bookingOf("a", { booking_status: "WAITLIST" }), scope, { kind: "waitlist" }],
  [
    "waiting for another day has no seat either",
    bookingOf("a", { booking_status: "WAITLIST", ...tomorrow }),
    scope,
    { kind: "waitlist" },
  ],
  ["another day", bookingOf("a", tomorrow), scope, { kind: "elsewhere" }],
  [
    "a desk of another day",
    bookingOf("a"),
    { ...scope, isAnotherDay: true },
    { kind: "elsewhere" },
  ],
  ["another campaign", bookingOf("a", { interaction: "other" }), scope, { kind: "elsewhere" }],
  [
    "another slot of the day",
    bookingOf("a", { slot_starting_at: "2026-05-04T11:00:00Z" }),
    { ...scope, slot },
    { kind: "elsewhere" },
  ],
  [
    "another activity",
    bookingOf("a", { activity: "tour" }),
    { ...scope, slot },
    { kind: "elsewhere" },
  ],
  [
    "another host",
    bookingOf("a", { host: "bob" }),
    { ...scope, slot: { ...slot, host: "ann" } },
    { kind: "elsewhere" },
  ],
  [
    "the same instant written otherwise",
    bookingOf("a"),
    { ...scope, slot: { ...slot, startingAt: "2026-05-04T12:00:00+02:00" } },
    { kind: "go" },
  ],
];

for (const [what, booking, at, decision] of cases) {
  test(`${what}: ${decision.kind}`, () => assert.deepEqual(decideEntry(booking, at), decision));
}
