#!/usr/bin/env bash
# A stream may hold several calendars, one after the other (RFC 5545, 3.4), which is what `cat` makes of the files of two campaigns.
# node-ical 0.27.2 and its forerunner ical 0.8.0 then know the events of the last calendar only, and say nothing. ts-ics 2.4.6,
# cal-parser 1.0.2 and Debian 12's python3-vobject 0.9.6.1 have all of them.
# Matters to: whoever joins calendars of bookings into one address or file: one VCALENDAR around all events is read by each.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund node-ical@0.27.2 ical@0.8.0 ts-ics@2.4.6 cal-parser@1.0.2 >/dev/null 2>&1
apt-get download -qq python3-vobject=0.9.6.1-2 python3-tz python3-dateutil python3-six 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
calendar() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//Example//Classes//EN BEGIN:VEVENT "UID:$1@example.com" DTSTAMP:20260101T000000Z \
    "DTSTART:2031050${1}T080000Z" "DTEND:2031050${1}T090000Z" "SUMMARY:Class $1" END:VEVENT END:VCALENDAR
}
{ calendar 1; calendar 2; } >classes.ics
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import calParser from "cal-parser";
import ical from "ical";
import nodeIcal from "node-ical";
import { convertIcsCalendar } from "ts-ics";
const ics = readFileSync("classes.ics", "utf8");
const titles = (parsed) => Object.values(parsed).filter(({ type }) => type === "VEVENT").map(({ summary }) => summary);
console.log("node-ical:", titles(nodeIcal.sync.parseICS(ics)).join(", "));
console.log("ical:", titles(ical.parseICS(ics)).join(", "));
console.log("ts-ics:", convertIcsCalendar(undefined, ics).events.map(({ summary }) => summary).join(", "));
console.log("cal-parser:", calParser.parseString(ics).events.map(({ summary }) => summary.value).join(", "));
JS
cat >read.py <<'PY'
import vobject
print("vobject:", ", ".join(calendar.vevent.summary.value for calendar in vobject.readComponents(open("classes.ics", newline="").read())))
PY
{ node read.mjs && PYTHONPATH=root/usr/lib/python3/dist-packages python3 read.py; } | tee seen
diff seen - <<'SEEN'
node-ical: Class 2
ical: Class 2
ts-ics: Class 1, Class 2
cal-parser: Class 1, Class 2
vobject: Class 1, Class 2
SEEN
