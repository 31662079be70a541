import assert from "node:assert/strict";
import { test } from "node:test";
import { goodLines, parseLine } from "../../../test/harness/data-lines.ts";
import type { CatalogueLine } from "./data-line.ts";
import { afterLine } from "../catalogue/catalogue-state.ts";

const whole = (line: object) => afterLine(parseLine(line) as CatalogueLine, undefined);

test("a whole line clears what it leaves out, and keeps what it says", () => {
  const { interaction, activity, group } = goodLines;
  const cleared = {
    id: null,
    cancellation_cutoff_minutes: null,
    booking_cutoff_minutes: null,
    waitlist_promotion: "manual",
    waitlist_offer_minutes: null,
    reminder_minutes: null,
    title: {},
    tickets_per_contact: null,
    contact_limit_counts: "upcoming",
    zone_change: null,
  };
  assert.deepEqual(whole(interaction), { ...interaction, ...cleared });
  const said = {
    cancellation_cutoff_minutes: 0,
    booking_cutoff_minutes: -30,
    waitlist_promotion: "automatic",
    waitlist_offer_minutes: 1,
    reminder_minutes: [60],
    title: { fr: "Été" },
    tickets_per_contact: 4,
    contact_limit_counts: "all",
    zone_change: null,
  };
  assert.deepEqual(whole({ ...interaction, ...said }), { ...interaction, id: null, ...said });
  const bare = { location_hint: {}, slot_duration_in_minutes: null };
  assert.deepEqual(whole(activity), { ...activity, ...bare });
  const full = { location_hint: { fr: "Hall 2" }, slot_duration_in_minutes: 45 };
  assert.deepEqual(whole({ ...activity, ...full }), { ...activity, ...full });
  const { host } = goodLines;
  const person = { slot_duration_in_minutes: null, overlaps: false };
  assert.deepEqual(whole(host), { ...host, ...person });
  assert.deepEqual(whole({ ...host, overlaps: true }), { ...host, ...person, overlaps: true });
  assert.deepEqual(whole(group), group);
});
