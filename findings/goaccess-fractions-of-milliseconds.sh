#!/usr/bin/env bash
# Debian 12's goaccess 1.7-1 reads a log of JSON lines by its `--log-format`, where `%L` is "in milliseconds as a decimal number". A value
# with a fraction, `42.933`, counts as 0: no line is refused, and every page of the report says that each request took no time. `%T`,
# seconds, takes the fraction. Whole milliseconds are right.
# Matters to: reports on a log with `duration_ms` such as this service's: `jq -c '.duration_ms |= floor'` before goaccess.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq goaccess=1:1.7-1 libmaxminddb0 libncursesw6 libtinfo6 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu:root/lib/x86_64-linux-gnu
log() {
  printf '{"time":"2031-05-14T08:00:0%s.250Z","method":"GET","endpoint":"list","status":200,"address":"192.0.2.1","took":%s}\n' 1 "$1" 2 "$2"
}
report() {
  goaccess=root/usr/bin/goaccess
  $goaccess log --no-global-config --date-format=%Y-%m-%d --time-format=%H:%M:%S -o report.json --log-format \
    '{"time":"%dT%t.%^","method":"%m","endpoint":"%U","status":"%s","address":"%h","took":"'"$1"'"}' >/dev/null 2>&1
  python3 -c 'import json; r = json.load(open("report.json")); page = r["requests"]["data"][0]
print(r["general"]["valid_requests"], "requests,", r["general"]["failed_requests"], "refused; average", page["avgts"] / 1000, "ms")'
}
{
  log 42.933 57.067 >log && echo "%L, 42.933 and 57.067: $(report %L)"
  log 42 58 >log && echo "%L, 42 and 58: $(report %L)"
  log 0.042933 0.057067 >log && echo "%T, 0.042933 and 0.057067: $(report %T)"
} | tee seen
diff seen - <<'SEEN'
%L, 42.933 and 57.067: 2 requests, 0 refused; average 0.0 ms
%L, 42 and 58: 2 requests, 0 refused; average 50.0 ms
%T, 0.042933 and 0.057067: 2 requests, 0 refused; average 50.0 ms
SEEN
