#!/usr/bin/env bash
# Debian 12's pandas 1.5.3 (`read_excel` with odfpy 1.4.2) reads what a cell of an OpenDocument spreadsheet shows, where it should read what the
# cell holds (OpenDocument 1.2: `office:boolean-value`, `office:time-value`). LibreOffice shows true as WAHR or VRAI where its language is
# German or French: each becomes False. Twenty minutes, shown as 20:00, become eight in the evening. A comment's author,
# date and text stand before the name of the cell that has it, and turn true into False. xlsx 0.18.5 reads all of it as it is.
# Matters to: lists with a column such as "checked in" that are imported by way of pandas: nobody has come. Save them as .csv instead.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund xlsx@0.18.5 >/dev/null 2>&1
apt-get download -qq python3-pandas=1.5.3+dfsg-2 python3-pandas-lib python3-numpy python3-dateutil python3-tz python3-six python3-odf=1.4.2-2 \
  python3-defusedxml libblas3 liblapack3 libgfortran5 libquadmath0 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
lib=$dir/root/usr/lib/x86_64-linux-gnu
cat >write.py <<'PY'
import zipfile
names = ["office", "table", "text"]
spaces = " ".join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in names)
type = "application/vnd.oasis.opendocument.spreadsheet"
comment = f"<office:annotation><dc:creator>Eva</dc:creator><dc:date>2031-05-01T08:00:00</dc:date><text:p>paid</text:p></office:annotation>"
def cell(kind, shown, value="", inside=""):
    return f'<table:table-cell office:value-type="{kind}" {value}>{inside}<text:p>{shown}</text:p></table:table-cell>'
def true(shown, inside=""): return cell("boolean", shown, 'office:boolean-value="true"', inside)
def minutes(shown): return cell("time", shown, 'office:time-value="PT00H20M00S"')
rows = [
    [cell("string", "name"), cell("string", "came"), cell("string", "length")],
    [cell("string", "Ada"), true("TRUE"), minutes("00:20:00")],
    [cell("string", "Ben"), true("WAHR"), minutes("20:00")],
    [cell("string", "Cleo", inside=comment), true("TRUE", comment), minutes("00:20:00")],
]
table = "".join(f"<table:table-row>{''.join(row)}</table:table-row>" for row in rows)
manifest = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
with zipfile.ZipFile("list.ods", "w") as file:
    file.writestr("mimetype", type)
    file.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{manifest}" m:version="1.2"><m:file-entry m:full-path="/" m:media-type="{type}"/>'
        '<m:file-entry m:full-path="content.xml" m:media-type="text/xml"/></m:manifest>')
    file.writestr("content.xml", f'<office:document-content {spaces} xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2"><office:body>'
        f'<office:spreadsheet><table:table table:name="list">{table}</table:table></office:spreadsheet></office:body></office:document-content>')
PY
/usr/bin/python3 write.py
cat >read.cjs <<'JS'
const XLSX = require("xlsx");
const rows = XLSX.utils.sheet_to_json(XLSX.readFile("list.ods").Sheets.list);
for (const { name, came, length } of rows) console.log(`xlsx: ${name} | came ${came} | ${Math.round(length * 1440)} minutes`);
JS
node read.cjs | tee seen
PYTHONPATH=root/usr/lib/python3/dist-packages LD_LIBRARY_PATH=$lib:$lib/blas:$lib/lapack /usr/bin/python3 -W ignore - <<'PY' | tee -a seen
import pandas
for row in pandas.read_excel("list.ods").itertuples(): print(f"pandas: {row.name} | came {row.came} | {row.length}")
PY
diff seen - <<'SEEN'
xlsx: Ada | came true | 20 minutes
xlsx: Ben | came true | 20 minutes
xlsx: Cleo | came true | 20 minutes
pandas: Ada | came True | 00:20:00
pandas: Ben | came False | 20:00:00
pandas: Eva2031-05-01T08:00:00paidCleo | came False | 00:20:00
SEEN
