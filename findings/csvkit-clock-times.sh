#!/usr/bin/env bash
# Debian 12's csvsort (csvkit 1.0.7-1) takes a column of clock times for durations of minutes and seconds: sorting a list of
# classes by name turns the start 10:00 into 0:10:00, ten minutes past midnight, and 18:30 into 0:18:30. Nothing is said, and
# csvcut of the same package leaves the column alone. `--no-inference` keeps it.
# Matters to: lists of bookings whose time stands in a column of its own, sorted or joined before they are imported.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
needs="apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances"
apt-get download -qq csvkit=1.0.7-1 $($needs csvkit | grep -E '^python(3|-babel)-' | sort -u) 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export PYTHONPATH=root/usr/lib/python3/dist-packages
printf 'class,starts\nYoga,10:00\nBallet,18:30\n' >classes.csv
run() { echo "$*:"; python3 "root/usr/bin/$1" "${@:2}" classes.csv 2>/dev/null; }
seen=$(run csvsort -c class; run csvsort --no-inference -c class; run csvcut -c starts)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
csvsort -c class:
class,starts
Ballet,0:18:30
Yoga,0:10:00
csvsort --no-inference -c class:
class,starts
Ballet,18:30
Yoga,10:00
csvcut -c starts:
starts
10:00
18:30
SEEN
