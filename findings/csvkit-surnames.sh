#!/usr/bin/env bash
# Debian 12's csvkit 1.0.7-1 empties a surname that it takes for "nothing": after csvsort, Mr Na and Ms None have no name, and
# a column of customers' numbers loses its leading zeros. Both happen in silence and in columns that were not named.
# `--blanks` keeps the names, `--no-inference` the numbers; csvcut and csvgrep leave both alone.
# Matters to: lists of attendees that are sorted or joined before they are imported.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
needs="apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances"
apt-get download -qq csvkit=1.0.7-1 $($needs csvkit | grep -E '^python(3|-babel)-' | sort -u) 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export PYTHONPATH=root/usr/lib/python3/dist-packages
printf 'order,first,last,customer\nB-2,Yun,None,00456\nB-1,Bo,Na,00123\n' >people.csv
run() { echo "$*:"; python3 "root/usr/bin/$1" "${@:2}" people.csv 2>/dev/null; }
seen=$(run csvsort -c order; run csvsort --blanks --no-inference -c order)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
csvsort -c order:
order,first,last,customer
B-1,Bo,,123
B-2,Yun,,456
csvsort --blanks --no-inference -c order:
order,first,last,customer
B-1,Bo,Na,00123
B-2,Yun,None,00456
SEEN
