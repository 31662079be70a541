#!/usr/bin/env bash
# Two readers lose `STATUS:CANCELLED`. Debian 12's calcurse 4.7.1-1 imports a cancelled event as an appointment like any other. The plugin
# @fullcalendar/icalendar 6.1.21 makes an event of it that has no status, so that a page cannot strike it out either; of `TENTATIVE`,
# in which a waitlist is told, the same is true.
# Matters to: whoever tells people by a calendar that a class does not take place: say it in SUMMARY too, or leave the event out.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq calcurse=4.7.1-1 2>/dev/null && dpkg -x calcurse*.deb root
npm install --silent --no-audit --no-fund --legacy-peer-deps @fullcalendar/core@6.1.21 @fullcalendar/icalendar@6.1.21 ical.js@1.5.0 \
  esbuild@0.25.12 >/dev/null 2>&1
event() {
  printf '%s\r\n' BEGIN:VEVENT "UID:$1@example.com" DTSTAMP:20310101T000000Z "DTSTART:2031051${2}T080000Z" "DTEND:2031051${2}T090000Z" \
    "STATUS:$3" "SUMMARY:$1" END:VEVENT
}
{
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 'PRODID:-//Example//Bookings//EN'
  event Yoga 4 CONFIRMED
  event Pilates 5 CANCELLED
  event Dance 6 TENTATIVE
  printf '%s\r\n' END:VCALENDAR
} >classes.ics
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import plugin from "@fullcalendar/icalendar";
globalThis.fetch = async () => new Response(readFileSync("classes.ics", "utf8"));
const range = { start: new Date("2031-05-01"), end: new Date("2031-06-01") };
const eventSource = { meta: { url: "classes.ics", format: "ics" } };
plugin.eventSourceDefs[0].fetch({ eventSource, range, isRefetch: false }, ({ rawEvents }) => {
  const told = rawEvents.filter((event) => /cancel|tentative|status/i.test(JSON.stringify(event)));
  console.log("fullcalendar:", rawEvents.map(({ title }) => title).join(" "), "with a status:", told.length);
});
JS
npx esbuild read.mjs --bundle --platform=node --format=esm --outfile=out.mjs --log-level=error
export TZ=UTC LC_ALL=C.UTF-8 HOME=$dir
mkdir calcurse
{
  root/usr/bin/calcurse -q -D calcurse -i classes.ics >/dev/null
  echo "calcurse: $(sed 's/.*|//' calcurse/apts | paste -sd ' ') with a status: $(root/usr/bin/calcurse -D calcurse -x | grep -c STATUS || true)"
  node out.mjs
} | tee seen
diff seen - <<'SEEN'
calcurse: Yoga Pilates Dance with a status: 0
fullcalendar: Yoga Pilates Dance with a status: 0
SEEN
