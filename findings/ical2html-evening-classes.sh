#!/usr/bin/env bash
# Debian 12's ical2html 3.0-1 makes a page of a calendar. With `--timezone` an event has the time of that zone and the day of UTC: a class in
# Vancouver on 14 May at 18:00 stands on 15 May at 18:00, and one in Auckland at 10:00 on the day before. It is so for times in UTC and for times with
# a TZID. Without `--timezone` the page has UTC's days and times on any machine, and does not say so.
# Matters to: timetables on a page or a wall that are made from bookings: people come on another day. Only where it is the same day as UTC's is it right.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq ical2html=3.0-1 libical3=3.0.16-1+b1 libicu72 tzdata 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu LC_ALL=C.UTF-8
show() {
  local zone=$1 start=$2 name=$3
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 'PRODID:-//Example//Bookings//EN' \
    BEGIN:VTIMEZONE TZID:America/Vancouver BEGIN:STANDARD DTSTART:20260308T030000 TZOFFSETFROM:-0800 TZOFFSETTO:-0700 END:STANDARD END:VTIMEZONE \
    BEGIN:VEVENT UID:class@example.com DTSTAMP:20310101T000000Z \
    "DTSTART$start" DURATION:PT1H SUMMARY:Class END:VEVENT END:VCALENDAR >class.ics
  root/usr/bin/ical2html ${zone:+--timezone="$zone"} 20310501 P4W class.ics >page.html
  python3 - "$name" <<'PY'
import re, sys
page = open("page.html").read()
for day, cell in re.findall(r'<p class="date">(\d+)</p>(.*?)</td>', page, re.S):
    for time in re.findall(r'dtstart"\s*title="[^"]*">([^<]*)<', cell): print(f"{sys.argv[1]}: May {day}, {time}")
PY
}
{
  show America/Vancouver :20310515T010000Z 'Vancouver, May 14 at 18:00, in UTC'
  show America/Vancouver ';TZID=America/Vancouver:20310514T180000' 'Vancouver, May 14 at 18:00, with TZID'
  show Pacific/Auckland :20310513T220000Z 'Auckland, May 14 at 10:00, in UTC'
  show Europe/Zurich :20310514T080000Z 'Zurich, May 14 at 10:00, in UTC'
  TZ=Europe/Zurich show '' :20310514T080000Z 'the same without --timezone'
} | tee seen
diff seen - <<'SEEN'
Vancouver, May 14 at 18:00, in UTC: May 15, 18:00
Vancouver, May 14 at 18:00, with TZID: May 15, 18:00
Auckland, May 14 at 10:00, in UTC: May 13, 10:00
Zurich, May 14 at 10:00, in UTC: May 14, 10:00
the same without --timezone: May 14, 08:00
SEEN
