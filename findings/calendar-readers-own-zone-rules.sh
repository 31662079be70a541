#!/usr/bin/env bash
# node-ical 0.27.2, ical-expander 3.2.0 and Debian 12's python3-icalendar 4.0.3-5 find the zone of an event by its name in
# their own tables. The VTIMEZONE of the calendar is not read. After a change of law, until their tables are renewed, an
# event is shown an hour off, although the calendar carries the new rule. ical.js 2.2.1 and python3-vobject 0.9.6.1 read it.
# Matters to: whoever publishes bookings as a calendar with local times. UTC times are read the same by all five.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund node-ical@0.27.2 ical-expander@3.2.0 ical.js@2.2.1 >/dev/null 2>&1
apt-get download -qq python3-icalendar=4.0.3-5 python3-vobject=0.9.6.1-2 python3-tz python3-dateutil python3-six 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
# A zone that keeps its summer time: seven hours behind UTC in December too, so 10:00 is 17:00 UTC.
sed 's/$/\r/' >class.ics <<'ICS'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Classes//EN
BEGIN:VTIMEZONE
TZID:America/Vancouver
BEGIN:STANDARD
DTSTART:20260308T030000
TZOFFSETFROM:-0800
TZOFFSETTO:-0700
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:1@example.com
DTSTAMP:20260101T000000Z
DTSTART;TZID=America/Vancouver:20261201T100000
DTEND;TZID=America/Vancouver:20261201T110000
SUMMARY:Winter class
END:VEVENT
END:VCALENDAR
ICS
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import Expander from "ical-expander";
import nodeIcal from "node-ical";
const ics = readFileSync("class.ics", "utf8");
const [event] = Object.values(nodeIcal.sync.parseICS(ics)).filter(({ type }) => type === "VEVENT");
console.log("node-ical", event.start.toISOString());
console.log("ical-expander", new Expander({ ics }).all().events[0].startDate.toJSDate().toISOString());
const vevent = new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent("vevent");
console.log("ical.js", new ICAL.Event(vevent).startDate.toJSDate().toISOString());
JS
cat >read.py <<'PY'
import icalendar, vobject, datetime
text = open("class.ics", newline="").read()
show = lambda start: start.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")
print("icalendar", show(icalendar.Calendar.from_ical(text).walk("vevent")[0]["dtstart"].dt))
print("vobject", show(vobject.readOne(text).vevent.dtstart.value))
PY
(TZ=UTC node read.mjs && PYTHONPATH=root/usr/lib/python3/dist-packages python3 read.py) | tee seen
diff seen - <<'SEEN'
node-ical 2026-12-01T18:00:00.000Z
ical-expander 2026-12-01T18:00:00.000Z
ical.js 2026-12-01T17:00:00.000Z
icalendar 2026-12-01T18:00:00.000Z
vobject 2026-12-01T17:00:00.000Z
SEEN
