#!/usr/bin/env bash
# Debian 12's Miller (mlr 6.6.0-2) takes an id such as `0x1F` or a room `0B1` of a CSV file for a number, and writes it into JSON as it
# stands, without quotes: the output is no JSON (RFC 8259, 6). An id `12e5` passes, and the next program reads 1200000. `00123` and
# `+41…` are texts in the same column, so that a list is right until such a customer comes. `-A` changes nothing, `-S` keeps all as texts.
# Matters to: lists of bookings that become JSON for an import.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq miller=6.6.0-2+b3 2>/dev/null
dpkg -x miller*.deb root
cat >ask.sh <<'SH'
for id in 00123 +41795550101 12e5 0x1F 0B1 .5; do
  for flag in -n -S; do
    line=$(printf 'external_id\n%s\n' "$id" | root/usr/bin/mlr ${flag#-n} --icsv --ojsonl cat)
    echo "$id ${flag#-n}: $line, $(node -p 'try { typeof JSON.parse(process.argv[1]).external_id } catch { "no JSON" }' "$line")"
  done
done
SH
bash ask.sh | tee seen
diff seen - <<'SEEN'
00123 : {"external_id": "00123"}, string
00123 -S: {"external_id": "00123"}, string
+41795550101 : {"external_id": "+41795550101"}, string
+41795550101 -S: {"external_id": "+41795550101"}, string
12e5 : {"external_id": 12e5}, number
12e5 -S: {"external_id": "12e5"}, string
0x1F : {"external_id": 0x1F}, no JSON
0x1F -S: {"external_id": "0x1F"}, string
0B1 : {"external_id": 0B1}, no JSON
0B1 -S: {"external_id": "0B1"}, string
.5 : {"external_id": .5}, no JSON
.5 -S: {"external_id": ".5"}, string
SEEN
