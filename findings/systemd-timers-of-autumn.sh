#!/usr/bin/env bash
# systemd of Debian 12 (252.39-1~deb12u2) counts a timer's hours by the local clock: the hour that an autumn night has twice counts once. A timer
# with `OnCalendar=*:0/15`, every quarter of an hour, does not run for 75 minutes then, from 02:45 of summer time to 03:00 of winter time. In spring
# a timer of 02:30 does not run on that day at all. `*:0/15 UTC` runs on. Shown by systemd-analyze, which asks the same code as the timer.
# Matters to: timers that fetch changes, send reminders or make backups: name UTC in each, on every server with a zone of its own.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
needs="apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances"
apt-get download -qq systemd=252.39-1~deb12u2 libsystemd-shared=252.39-1~deb12u2 tzdata \
  $($needs systemd | grep -E '^lib(apparmor|audit|cap-ng|cryptsetup|fdisk|ip4tc|kmod|mount|seccomp|pam0g|acl|blkid|gcrypt)[a-z0-9.]*$' | sort -u) 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu/systemd:root/usr/lib/x86_64-linux-gnu:root/lib/x86_64-linux-gnu TZ=Europe/Zurich LC_ALL=C.UTF-8
runs() {
  local when=$1 after=$2 count=$3
  echo "$when after $after:"
  root/usr/bin/systemd-analyze calendar --base-time="$after" --iterations="$count" "$when" | sed -nE 's/^ *(Next elapse|Iter. #[0-9]+): (.*)/  \2/p'
}
{
  runs '*:0/15' '2031-10-26 00:20 UTC' 4
  runs '*:0/15 UTC' '2031-10-26 00:20 UTC' 4
  runs '02:30' '2031-03-29 00:00 UTC' 2
} | tee seen
diff seen - <<'SEEN'
*:0/15 after 2031-10-26 00:20 UTC:
  Sun 2031-10-26 02:30:00 CEST
  Sun 2031-10-26 02:45:00 CEST
  Sun 2031-10-26 03:00:00 CET
  Sun 2031-10-26 03:15:00 CET
*:0/15 UTC after 2031-10-26 00:20 UTC:
  Sun 2031-10-26 02:30:00 CEST
  Sun 2031-10-26 02:45:00 CEST
  Sun 2031-10-26 02:00:00 CET
  Sun 2031-10-26 02:15:00 CET
02:30 after 2031-03-29 00:00 UTC:
  Sat 2031-03-29 02:30:00 CET
  Mon 2031-03-31 02:30:00 CEST
SEEN
