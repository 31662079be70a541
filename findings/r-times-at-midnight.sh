#!/usr/bin/env bash
# Debian 12's R 4.2.2 (`as.POSIXct`) takes the day of `2031-05-14T08:00:00Z` and leaves out the time, so that each class begins at midnight of
# the machine's zone. With a space instead of the T, the time is read and its offset left out: 10:00 at +02:00 is 10:00 UTC. No warning
# is given. The argument `format` reads the first; no argument reads an offset with a colon.
# Matters to: statistics of bookings by the hour, or by the time between booking and class: all of them are whole days.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq r-base-core=4.2.2.20221110-2 libblas3 liblapack3 libgfortran5 libquadmath0 libgomp1 libtre5 libicu72 libreadline8 libtirpc3 libpcre2-8-0 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib/x86_64-linux-gnu
export R_HOME=$dir/root/usr/lib/R LD_LIBRARY_PATH=$dir/root/usr/lib/R/lib:$lib:$lib/blas:$lib/lapack R_DEFAULT_PACKAGES=NULL
cat >read.R <<'R'
show <- function(name, time) cat(name, ": ", format(time, "%Y-%m-%d %H:%M %Z"), "\n", sep = "")
show("with a T", as.POSIXct("2031-05-14T08:00:00Z"))
show("with a T, in UTC", as.POSIXct("2031-05-14T08:00:00Z", tz = "UTC"))
show("with an offset", as.POSIXct("2031-05-14 10:00:00+02:00", tz = "UTC"))
show("with its format", as.POSIXct("2031-05-14T08:00:00Z", format = "%Y-%m-%dT%H:%M:%OSZ", tz = "UTC"))
late <- as.POSIXct(c("2031-05-14T18:30:00Z", "2031-05-14T08:00:00Z"), tz = "UTC")
cat("between 08:00 and 18:30:", diff(range(as.numeric(late))) / 60, "minutes\n")
R
TZ=Europe/Zurich LC_ALL=C.UTF-8 root/usr/lib/R/bin/exec/R --vanilla --no-echo --file=read.R 2>/dev/null | grep -v Renviron | tee seen
diff seen - <<'SEEN'
with a T: 2031-05-14 00:00 CEST
with a T, in UTC: 2031-05-14 00:00 UTC
with an offset: 2031-05-14 10:00 UTC
with its format: 2031-05-14 08:00 UTC
between 08:00 and 18:30: 0 minutes
SEEN
