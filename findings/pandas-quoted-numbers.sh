#!/usr/bin/env bash
# Debian 12's pandas 1.5.3 (`read_json`, `lines=True`) makes numbers of texts, although JSON says which is which (RFC 8259, 3): a column
# of quoted digits loses its zeros, a telephone its plus, and the reference `12e3` is 12000. One id with a letter keeps the column as it is,
# so that a small list passes. Times of columns whose names end in `_at` become milliseconds, and others stay texts.
# `dtype=False, convert_dates=False` leaves all of it alone.
# Matters to: exports and changes of bookings that pass through pandas before another import: ids are other ids then.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq python3-pandas=1.5.3+dfsg-2 python3-pandas-lib python3-numpy python3-dateutil python3-tz python3-six \
  libblas3 liblapack3 libgfortran5 libquadmath0 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib/x86_64-linux-gnu
export PYTHONPATH=$dir/root/usr/lib/python3/dist-packages LD_LIBRARY_PATH=$lib:$lib/blas:$lib/lapack
cat >digits.ndjson <<'JSON'
{"external_id":"00123","phone":"+41795550101","reference":"12e3","booked_at":"2031-05-01T08:00:00Z","slot":"2031-05-14T08:00:00Z"}
{"external_id":"00124","phone":"+41795550102","reference":"34","booked_at":"2031-05-02T08:00:00Z","slot":"2031-05-14T08:00:00Z"}
JSON
sed 's/00124/C124/' digits.ndjson >letter.ndjson
cat >read.py <<'PY'
import pandas
def show(name, file, **options):
    line = pandas.read_json(file, lines=True, **options).to_json(orient="records", lines=True)
    print(f"{name}: {line.splitlines()[0]}")
show("digits", "digits.ndjson")
show("a letter", "letter.ndjson")
show("dtype=False", "digits.ndjson", dtype=False, convert_dates=False)
PY
/usr/bin/python3 read.py 2>/dev/null | tee seen
diff seen - <<'SEEN'
digits: {"external_id":123,"phone":41795550101,"reference":12000,"booked_at":1935388800000,"slot":"2031-05-14T08:00:00Z"}
a letter: {"external_id":"00123","phone":41795550101,"reference":12000,"booked_at":1935388800000,"slot":"2031-05-14T08:00:00Z"}
dtype=False: {"external_id":"00123","phone":"+41795550101","reference":"12e3","booked_at":"2031-05-01T08:00:00Z","slot":"2031-05-14T08:00:00Z"}
SEEN
