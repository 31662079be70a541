#!/usr/bin/env bash
# Two packages give a VTIMEZONE to put into a calendar, and both are an hour off for Vancouver in one of two winters. The law
# changed on 8 March 2026. timezones-ical-library 2.3.2 tells the new rule alone, for all years, so that a class of January 2026
# is read an hour early; @touch4it/ical-timezones 1.9.0 tells the old one, so that a class of December 2026 is an hour late.
# Matters to: whoever publishes bookings as a calendar with local times, read by a reader that obeys the VTIMEZONE (ical.js).
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund timezones-ical-library@2.3.2 @touch4it/ical-timezones@1.9.0 ical.js@2.2.1 >/dev/null 2>&1
cat >ask.mjs <<'JS'
import * as touch4it from "@touch4it/ical-timezones";
import ICAL from "ical.js";
import * as library from "timezones-ical-library";
const zone = "America/Vancouver";
const vtimezones = {
  "timezones-ical-library": [library.tzlib_get_ical_block(zone)].flat()[0],
  "@touch4it/ical-timezones": touch4it.getVtimezoneComponent(zone),
};
for (const [name, vtimezone] of Object.entries(vtimezones)) {
  for (const day of ["20260115", "20261205"]) {
    const event = ["BEGIN:VEVENT", "UID:1@example.com", "DTSTAMP:20260101T000000Z", `DTSTART;TZID=${zone}:${day}T100000`, "END:VEVENT"];
    const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//Classes//EN", vtimezone.trim(), ...event, "END:VCALENDAR", ""];
    const calendar = new ICAL.Component(ICAL.parse(lines.join("\r\n").replace(/\r?\n/g, "\r\n")));
    const start = new ICAL.Event(calendar.getFirstSubcomponent("vevent")).startDate.toJSDate();
    console.log(`${name}: ${start.toISOString()}`);
  }
}
JS
node ask.mjs | tee seen
# Right are 18:00 UTC in January and 17:00 UTC in December.
diff seen - <<'SEEN'
timezones-ical-library: 2026-01-15T17:00:00.000Z
timezones-ical-library: 2026-12-05T17:00:00.000Z
@touch4it/ical-timezones: 2026-01-15T18:00:00.000Z
@touch4it/ical-timezones: 2026-12-05T18:00:00.000Z
SEEN
