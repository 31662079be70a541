import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { bookingAt, bookingsAround, fileOf, nights } from "./calendar-nights.ts";

/** A Python that has Debian's python3-icalendar, which shares no code with the readers of npm. */
const python = ["python3", "/usr/bin/python3"].find(
  (each) => spawnSync(each, ["-c", "import icalendar"]).status === 0,
);

/** Reads files as JSON; of each event its UID, start and end, and its words. */
const script = `
import json, sys
from datetime import timezone
from icalendar import Calendar

def moment(event, name):
    if name not in event:
        return None
    at = event.decoded(name).astimezone(timezone.utc)
    return at.strftime("%Y-%m-%dT%H:%M:%S.000Z")

def words(event):
    return [str(event.get(name)) for name in ("SUMMARY", "STATUS", "SEQUENCE")]

print(json.dumps([
    [[str(event["UID"]), moment(event, "DTSTART"), moment(event, "DTEND"), words(event)]
     for event in Calendar.from_ical(text).walk("VEVENT")]
    for text in json.load(sys.stdin)
]))
`;

test(
  "a third reader, Debian's, reads starts, ends and words on all nights as they are",
  { skip: python === undefined && "python3-icalendar is not installed" },
  () => {
    const around = nights.map(([zone, night]) => bookingsAround(zone, night));
    const open = bookingAt("2030-05-01T08:00:00Z", "Europe/Paris", { booking_status: "CANCELLED" });
    const files = [...around.map(({ bookings }) => fileOf(bookings)), fileOf([open])];
    const read = spawnSync(python ?? "", ["-c", script], {
      input: JSON.stringify(files),
      encoding: "utf8",
    });
    assert.equal(read.status, 0, read.stderr);
    const words = ["Tasting", "CONFIRMED", "1901268672"];
    const wanted = around.map(({ times }) =>
      times.map(([start, end], number) => [`b${number}`, start, end, words]),
    );
    const last = ["Cancelled · Tasting", "CANCELLED", "1901268672"];
    assert.deepEqual(JSON.parse(read.stdout), [
      ...wanted,
      [[open.booking, "2030-05-01T08:00:00.000Z", null, last]],
    ]);
  },
);
