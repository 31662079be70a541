#!/usr/bin/env bash
# Debian 12's vdirsyncer 0.19.0-1 names an event of a subscribed calendar by its content, not by its UID. A higher SEQUENCE
# alone is therefore a copy and a deletion, after which reminders and notes that somebody added are gone; another DTSTAMP
# alone is nothing. When the last event leaves, the mirror refuses the empty calendar and keeps the old events.
# Matters to: whoever publishes bookings as a calendar: raise SEQUENCE only for what is shown, never at each reading.
set -euo pipefail
dir=$(mktemp -d) && trap 'kill "$server" 2>/dev/null; rm -rf "$dir"' EXIT && cd "$dir"
packages="vdirsyncer=0.19.0-1 python3-atomicwrites python3-click python3-click-log python3-click-threading python3-requests
  python3-requests-toolbelt python3-aiohttp python3-aiostream python3-aiosignal python3-async-timeout python3-attr
  python3-charset-normalizer python3-frozenlist python3-multidict python3-yarl python3-idna python3-urllib3 python3-certifi"
apt-get download -qq $packages 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export PYTHONPATH=$dir/root/usr/lib/python3/dist-packages HOME=$dir
mkdir www mirror
cat >serve.py <<'PY'
import functools, http.server
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory="www")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
print(server.server_address[1], flush=True)
server.serve_forever()
PY
python3 serve.py >port 2>/dev/null & server=$!
until [ -s port ]; do sleep 0.1; done
cat >config <<CONFIG
[general]
status_path = "$dir/status/"
[pair classes]
a = "web"
b = "disk"
collections = null
[storage web]
type = "http"
url = "http://127.0.0.1:$(cat port)/classes.ics"
[storage disk]
type = "filesystem"
path = "$dir/mirror/"
fileext = ".ics"
CONFIG
publish() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 'PRODID:-//Example//Classes//EN' "$@" END:VCALENDAR >www/classes.ics
}
event() {
  publish BEGIN:VEVENT UID:class-1@example.com "DTSTAMP:2026010${1}T000000Z" "SEQUENCE:$2" DTSTART:20260701T080000Z SUMMARY:Class END:VEVENT
}
sync() {
  python3 root/usr/bin/vdirsyncer -c config sync >said 2>&1 || true
  echo "$1:" $(grep -oE 'Copying|Deleting|completely emptied' said)
}
event 1 1 && printf 'y\ny\n' | python3 root/usr/bin/vdirsyncer -c config discover >/dev/null 2>&1
seen=$(
  sync first
  event 2 1 && sync stamp
  event 2 2 && sync sequence
  publish && sync empty
  echo "files kept: $(ls mirror | wc -l)"
)
echo "$seen"
diff <(echo "$seen") <(printf '%s\n' 'first: Copying' 'stamp:' 'sequence: Copying Deleting' 'empty: completely emptied' 'files kept: 1')
