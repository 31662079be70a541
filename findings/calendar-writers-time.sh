#!/usr/bin/env bash
# Three packages write a calendar's file from a `Date`, an instant. ics-js 0.10.2, and ical-generator 11.1.2 with the calendar's `timezone`, write the
# clock of the machine that they run on with neither `Z` nor TZID, which is a floating time (RFC 5545, 3.3.5): a class at 10:00 in Zurich
# is at 08:00 when a server in UTC wrote it. With the event's `timezone` ical-generator writes that 08:00 as Zurich's; without any it is
# right. datebook 8.0.1 marks the hour as free: TRANSP:TRANSPARENT (3.8.2.7; OPAQUE is the rule).
# Matters to: "add to my calendar" on a page of bookings: works on the desk of who wrote it, and not on the server.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund ics-js@0.10.2 ical-generator@11.1.2 datebook@8.0.1 >/dev/null 2>&1
cat >write.mjs <<'JS'
import { ICalendar } from "datebook";
import generate from "ical-generator";
import icsJs from "ics-js";
const start = new Date("2031-05-02T08:00:00Z");
const end = new Date("2031-05-02T09:00:00Z");
const timezone = "Europe/Zurich";
const generated = (calendar, event) => { const made = generate(calendar); made.createEvent({ start, end, ...event }); return made.toString(); };
const byIcsJs = () => {
  const calendar = new icsJs.VCALENDAR();
  const event = new icsJs.VEVENT();
  for (const [name, value] of [["UID"], ["DTSTAMP", start], ["DTSTART", start], ["DTEND", end]]) event.addProp(name, value);
  calendar.addProp("VERSION", 2);
  calendar.addProp("PRODID", "x");
  calendar.addComponent(event);
  return calendar.toString();
};
const written = {
  "ics-js": byIcsJs(),
  "ical-generator, calendar's zone": generated({ timezone }, {}),
  "ical-generator, event's zone": generated({}, { timezone }),
  "ical-generator, no zone": generated({}, {}),
  datebook: new ICalendar({ title: "Pottery", start, end }).render(),
};
for (const [name, ics] of Object.entries(written)) console.log(`  ${name}: ${ics.match(/^(DTSTART|TRANSP).*/gm).map((line) => line.trim()).sort().join(" ")}`);
JS
for zone in Europe/Zurich UTC; do echo "$zone" && TZ=$zone node write.mjs; done | tee seen
diff seen - <<'SEEN'
Europe/Zurich
  ics-js: DTSTART:20310502T100000
  ical-generator, calendar's zone: DTSTART:20310502T100000
  ical-generator, event's zone: DTSTART;TZID=Europe/Zurich:20310502T100000
  ical-generator, no zone: DTSTART:20310502T080000Z
  datebook: DTSTART:20310502T080000Z TRANSP:TRANSPARENT
UTC
  ics-js: DTSTART:20310502T080000
  ical-generator, calendar's zone: DTSTART:20310502T080000
  ical-generator, event's zone: DTSTART;TZID=Europe/Zurich:20310502T080000
  ical-generator, no zone: DTSTART:20310502T080000Z
  datebook: DTSTART:20310502T080000Z TRANSP:TRANSPARENT
SEEN
