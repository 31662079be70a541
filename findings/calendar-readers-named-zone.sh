#!/usr/bin/env bash
# A calendar may define a zone under a name of its own (RFC 5545, 3.6.5). node-ical 0.27.2 then reads the local times in the
# zone of the machine that it runs on, and Debian 12's calcurse 4.7.1-1 reads them as UTC; neither says so. calcurse also
# keeps a class with STATUS:CANCELLED as an appointment that looks like any other.
# Matters to: whoever publishes bookings as a calendar. Names of the IANA database, or UTC times, avoid it.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund node-ical@0.27.2 >/dev/null 2>&1
apt-get download -qq calcurse=4.7.1-1 2>/dev/null && dpkg -x calcurse_*.deb root
sed 's/$/\r/' >class.ics <<'ICS'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Classes//EN
BEGIN:VTIMEZONE
TZID:Studio
BEGIN:DAYLIGHT
DTSTART:20260329T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20261025T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:class-1@example.com
DTSTAMP:20260101T000000Z
DTSTART;TZID=Studio:20260701T100000
DTEND;TZID=Studio:20260701T113000
SUMMARY:Summer class
STATUS:CANCELLED
END:VEVENT
END:VCALENDAR
ICS
cat >read.mjs <<'JS'
import nodeIcal from "node-ical";
const [event] = Object.values(nodeIcal.sync.parseFile("class.ics")).filter(({ type }) => type === "VEVENT");
console.log("node-ical", process.env.TZ, event.start.toISOString());
JS
# Right would be 08:00 UTC, which is 10:00 in Amsterdam.
seen=$(
  TZ=UTC node read.mjs
  TZ=America/New_York node read.mjs
  mkdir data && TZ=Europe/Amsterdam root/usr/bin/calcurse -D data -q -i class.ics >/dev/null
  sed -E 's/>[0-9a-f]+ //; s/^/calcurse /' data/apts
)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
node-ical UTC 2026-07-01T10:00:00.000Z
node-ical America/New_York 2026-07-01T14:00:00.000Z
calcurse 07/01/2026 @ 12:00 -> 07/01/2026 @ 13:30|Summer class
SEEN
