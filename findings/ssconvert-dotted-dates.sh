#!/usr/bin/env bash
# Debian 12's ssconvert (gnumeric 1.12.55-1) reads `02.05.2031 10:03` as 5 February: the month first, although dates with dots
# are written day first everywhere. A day above 12 stays a text, so that one column holds dates of both kinds in silence.
# LibreOffice leaves all of them as texts.
# Needs GTK 3, as any desktop of Debian 12 has it. Matters to: German, Swiss, Polish and other lists of bookings that are converted by a program: convert from ISO dates.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
needs="apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances"
apt-get download -qq gnumeric=1.12.55-1 $($needs gnumeric | grep -E '^(gnumeric-common|lib(goffice|gsf|spreadsheet).*)$' | sort -u) 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
printf 'order,starts\nA-1,02.05.2031 10:03\nA-2,13.05.2031 10:03\nA-3,2031-05-02 10:03\n' >list.csv
export LD_LIBRARY_PATH=root/usr/lib/x86_64-linux-gnu
LC_ALL=C.UTF-8 root/usr/bin/ssconvert list.csv list.xlsx 2>/dev/null
LC_ALL=C.UTF-8 root/usr/bin/ssconvert list.xlsx back.csv 2>/dev/null
tee seen <back.csv
diff seen - <<'SEEN'
order,starts
A-1,"2031/02/05 10:03:00"
A-2,"13.05.2031 10:03"
A-3,"2031/05/02 10:03:00"
SEEN
