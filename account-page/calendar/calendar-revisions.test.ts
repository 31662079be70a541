import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Booking } from "booking-service-client";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import { bookingAt, now } from "../test/calendar-nights.ts";
import { firstRevision } from "./revision.ts";
import { openCalendarRevisions } from "./calendar-revisions.ts";

const one = bookingAt("2030-05-01T08:00:00Z", "Europe/Paris", { slot_duration_in_minutes: 45 });
const first = firstRevision(one);
const later = new Date("2030-04-02T00:00:00Z");

test("SEQUENCE counts start, length, title, place and status; the date counts all that is shown", () => {
  const { activity } = one;
  const significant: Partial<Booking>[] = [
    { slot_starting_at: "2030-05-01T09:00:00Z" },
    { slot_duration_in_minutes: 60 },
    { activity: { ...activity, title: "Other" } },
    { activity: { ...activity, location_hint: "Hall 3" } },
    { booking_status: "CANCELLED" },
  ];
  const others: Partial<Booking>[] = [
    { host: { display_name: "Ann" } },
    { ticket_type: { ...one.ticket_type, display_name: "Reduced" } },
    { group: { ...one.group, display_name: "New name" } },
    { interaction: { ...one.interaction, timezone: "Europe/London" } },
  ];
  using folder = temporaryFolder();
  for (const [number, change] of [...significant, {}, ...others].entries()) {
    const revisions = openCalendarRevisions(join(folder.path, String(number)));
    assert.deepEqual(revisions.revise([one], true, now)(one), first);
    const changed = { ...one, ...change };
    const after = revisions.revise([changed], true, later)(changed);
    const counts = number < significant.length ? 1 : 0;
    assert.equal(after.sequence, first.sequence + counts, JSON.stringify(change));
    assert.deepEqual(after.at, number === significant.length ? first.at : later);
    // Reading again changes nothing, and neither does a reading by another process.
    const again = openCalendarRevisions(join(folder.path, String(number)));
    assert.deepEqual(again.revise([changed], true, new Date("2031-01-01"))(changed), after);
  }
});

test("a later status supersedes what was counted, and one booking's file forgets no other", () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "events");
  const revisions = openCalendarRevisions(path);
  const other = { ...one, booking: "another" };
  revisions.revise([one, other], true, now);
  const moved = { ...other, booked_at: "2030-04-20T00:00:00Z", slot_duration_in_minutes: 30 };
  assert.deepEqual(
    revisions.revise([moved], false, later)(moved).sequence,
    firstRevision(moved).sequence,
  );
  const longer = { ...one, slot_duration_in_minutes: 50 };
  assert.equal(revisions.revise([longer], false, later)(longer).sequence, first.sequence + 1);
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(path, "utf8")).events).toSorted(), [
    one.booking,
    "another",
  ]);
  revisions.revise([longer], true, later);
  assert.deepEqual(Object.keys(JSON.parse(readFileSync(path, "utf8")).events), [one.booking]);
  assert.deepEqual(readdirSync(folder.path), ["events"]);
});

test("a file's date is that of its bytes, for each language", () => {
  using folder = temporaryFolder();
  const revisions = openCalendarRevisions(join(folder.path, "events"));
  assert.deepEqual(revisions.modified("en", '"a"', now), now);
  assert.deepEqual(revisions.modified("fr", '"b"', later), later);
  assert.deepEqual(revisions.modified("en", '"a"', later), now);
  assert.deepEqual(revisions.modified("en", '"c"', later), later);
});
