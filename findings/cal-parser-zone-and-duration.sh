#!/usr/bin/env bash
# cal-parser 1.0.2 returns a local time with a TZID as if it were UTC, and an event with DURATION (RFC 5545, 3.6.1, allows it
# instead of DTEND) has no end. A line break in a place (\n) becomes a space.
# Matters to: pages that show a subscribed calendar of bookings by this package; UTC times with DTEND are read right.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund cal-parser@1.0.2 >/dev/null 2>&1
cat >read.mjs <<'JS'
import parser from "cal-parser";
const lines = (...body) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Classes//EN", "BEGIN:VTIMEZONE", "TZID:Asia/Tokyo", "BEGIN:STANDARD",
    "DTSTART:19700101T000000", "TZOFFSETFROM:+0900", "TZOFFSETTO:+0900", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT",
    "UID:class-1@example.com", "DTSTAMP:20260101T000000Z", ...body, "SUMMARY:Class", "END:VEVENT", "END:VCALENDAR", ""].join("\r\n");
const show = (name, ics) => {
  const { dtstart, dtend, duration, location } = parser.parseString(ics).events[0];
  const [start, end] = [dtstart, dtend].map((time) => time?.value.toISOString() ?? "no end");
  console.log(`${name}: ${start}, ${end}, ${duration?.value ?? "no duration"}, ${JSON.stringify(location.value)}`);
};
show("local", lines("DTSTART;TZID=Asia/Tokyo:20260701T100000", "DURATION:PT90M", "LOCATION:Hall\\nsecond floor"));
show("UTC", lines("DTSTART:20260701T010000Z", "DTEND:20260701T023000Z", "LOCATION:Hall"));
JS
seen=$(TZ=UTC node read.mjs)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
local: 2026-07-01T10:00:00.000Z, no end, PT90M, "Hall second floor"
UTC: 2026-07-01T01:00:00.000Z, 2026-07-01T02:30:00.000Z, no duration, "Hall"
SEEN
