#!/usr/bin/env bash
# An event with a start and neither DTEND nor DURATION ends when it starts (RFC 5545, 3.6.1). Debian 12's khal 0.10.5-1.1 shows it
# as an hour; calcurse 4.7.1-1 shows that it ends at once.
# Matters to: whoever publishes what has no set length, such as a slot without `slot_duration_in_minutes`: a reader may see a length.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
packages="khal=1:0.10.5-1.1 calcurse=4.7.1-1 python3-icalendar=4.0.3-5 python3-atomicwrites python3-click python3-click-log python3-configobj python3-dateutil
  python3-six python3-tz python3-tzlocal python3-urwid python3-xdg python3-pkg-resources"
apt-get download -qq $packages 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export PYTHONPATH=$dir/root/usr/lib/python3/dist-packages HOME=$dir TZ=UTC LC_ALL=C.UTF-8
mkdir calendar calcurse
cat >config <<CONFIG
[calendars]
[[bookings]]
path = $dir/calendar
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = $dir/khal.db
CONFIG
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 'PRODID:-//Example//Bookings//EN' BEGIN:VEVENT UID:class-1@example.com \
  DTSTAMP:20310101T000000Z DTSTART:20310514T080000Z SUMMARY:Class END:VEVENT END:VCALENDAR >class.ics
{
  /usr/bin/python3 root/usr/bin/khal -c config import --batch class.ics 2>/dev/null
  echo "khal: $(/usr/bin/python3 root/usr/bin/khal -c config list 2031-05-14 2031-05-15 2>/dev/null | tail -1)"
  root/usr/bin/calcurse -q -D calcurse -i class.ics >/dev/null
  echo "calcurse: $(cut -c 14- calcurse/apts)"
} | tee seen
diff seen - <<'SEEN'
khal: 08:00-09:00 Class
calcurse: 08:00 -> 05/14/2031 @ 08:00|Class
SEEN
