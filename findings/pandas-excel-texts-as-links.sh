#!/usr/bin/env bash
# Debian 12's pandas 1.5.3 writes .xlsx with XlsxWriter 3.0.2 where that is installed. A text that begins with `internal:` or `external:` becomes a
# link, and the word is gone from the cell: "internal: staff only" is "staff only". A text that begins with `=` is a formula without a
# result, which reads as 0. The options `strings_to_urls` and `strings_to_formulas`, both False, keep all of them as texts. Excel::Writer::XLSX
# 1.10 for Perl does the same.
# Matters to: lists of classes with notes such as "external: hall B" that somebody makes ready in a script: the note says the contrary then.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
apt-get download -qq python3-pandas=1.5.3+dfsg-2 python3-pandas-lib python3-numpy python3-dateutil python3-tz python3-six \
  python3-xlsxwriter=3.0.2-2 python3-openpyxl=3.0.9-1 python3-et-xmlfile libblas3 liblapack3 libgfortran5 libquadmath0 \
  libexcel-writer-xlsx-perl=1.10-1 libarchive-zip-perl 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib/x86_64-linux-gnu
cat >run.py <<'PY'
import openpyxl, pandas, subprocess
notes = ["internal: staff only", "external: hall B", "Internal: staff only", "=) all welcome"]
frame = pandas.DataFrame({"note": notes})
def show(name, path):
    cells = list(openpyxl.load_workbook(path).active["A"])[-len(notes):]
    read = pandas.read_excel(path, header=None)[0].tolist()[-len(notes):]
    print(f"{name}:", " | ".join(f"{value}{' (link)' if cell.hyperlink else ''}" for cell, value in zip(cells, read)))
def write(name, **options):
    with pandas.ExcelWriter("notes.xlsx", **options) as file: frame.to_excel(file, index=False)
    show(name, "notes.xlsx")
write("pandas")
write("with both options", engine="xlsxwriter", engine_kwargs={"options": {"strings_to_urls": False, "strings_to_formulas": False}})
subprocess.run(["perl", "write.pl", *notes], check=True)
show("Perl", "perl.xlsx")
PY
cat >write.pl <<'PERL'
use Excel::Writer::XLSX;
my $book  = Excel::Writer::XLSX->new('perl.xlsx');
my $sheet = $book->add_worksheet();
$sheet->write( $_, 0, $ARGV[$_] ) for 0 .. $#ARGV;
$book->close();
PERL
export PYTHONPATH=root/usr/lib/python3/dist-packages LD_LIBRARY_PATH=$lib:$lib/blas:$lib/lapack PERL5LIB=root/usr/share/perl5
/usr/bin/python3 -W ignore run.py | tee seen
diff seen - <<'SEEN'
pandas:  staff only (link) |  hall B (link) | Internal: staff only | 0
with both options: internal: staff only | external: hall B | Internal: staff only | =) all welcome
Perl:  staff only (link) |  hall B (link) | Internal: staff only | 0
SEEN
