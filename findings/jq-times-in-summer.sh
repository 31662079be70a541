#!/usr/bin/env bash
# Debian 12's jq 1.6-2.1+deb12u3 reads `2031-05-14T08:00:00Z` an hour late on a machine whose zone has summer time on that day: `fromdate`
# (and `strptime` with `mktime`) makes 09:00 UTC of it, and `strflocaltime` 11:00 of Zurich, which is 10:00. In winter, and on a server in
# UTC, the same command is right. Debian's gojq 0.12.11-1 is right everywhere, and so is jq with `TZ=UTC` before it.
# Matters to: reports and reminders made from bookings by a shell script: they change with the desk and with the season.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq jq=1.6-2.1+deb12u3 libjq1=1.6-2.1+deb12u3 libonig5=6.9.8-1 gojq=0.12.11-1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu
for program in jq gojq; do
  for zone in Europe/Zurich UTC; do
    for start in 2031-05-14T08:00:00Z 2031-12-14T08:00:00Z; do
      echo "$program in $zone: $start is" "$(TZ=$zone root/usr/bin/$program -nr --arg start "$start" \
        '$start | fromdate | todate, strflocaltime("%H:%M")' | paste -sd' ')"
    done
  done
done | tee seen
diff seen - <<'SEEN'
jq in Europe/Zurich: 2031-05-14T08:00:00Z is 2031-05-14T09:00:00Z 11:00
jq in Europe/Zurich: 2031-12-14T08:00:00Z is 2031-12-14T08:00:00Z 09:00
jq in UTC: 2031-05-14T08:00:00Z is 2031-05-14T08:00:00Z 08:00
jq in UTC: 2031-12-14T08:00:00Z is 2031-12-14T08:00:00Z 08:00
gojq in Europe/Zurich: 2031-05-14T08:00:00Z is 2031-05-14T08:00:00Z 10:00
gojq in Europe/Zurich: 2031-12-14T08:00:00Z is 2031-12-14T08:00:00Z 09:00
gojq in UTC: 2031-05-14T08:00:00Z is 2031-05-14T08:00:00Z 08:00
gojq in UTC: 2031-12-14T08:00:00Z is 2031-12-14T08:00:00Z 08:00
SEEN
