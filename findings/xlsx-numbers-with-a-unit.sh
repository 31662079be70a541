#!/usr/bin/env bash
# A number in an .xlsx file may be shown with its unit: the format `0" min"` shows 60 as `60 min` (ISO/IEC 29500-1, 18.8.31). Debian 12's
# xlsx2csv 1:0.7.8-1 puts a month and a day where the unit has an m or a d, and loses the number. exceljs 4.4.0 reads the quotes,
# and not the backslash by which spreadsheets write a single letter (`0\h`): 60 becomes a day of the year 1900.
# read-excel-file 9.3.17, xlsx 0.18.5 and Debian's python3-openpyxl 3.0.9-1 read 60.
# Matters to: lists of classes with a column of minutes or prices: give the column the plain format 0 before it is read.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund exceljs@4.4.0 read-excel-file@9.3.17 xlsx@0.18.5 >/dev/null 2>&1
apt-get download -qq xlsx2csv=1:0.7.8-1 python3-openpyxl=3.0.9-1 python3-et-xmlfile=1.0.1-2.1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >read.mjs <<'JS'
import Excel from "exceljs";
import readSheet from "read-excel-file/node";
import XLSX from "xlsx";
const book = new Excel.Workbook();
const sheet = book.addWorksheet("classes");
for (const format of ['0" min"', '0" places"', '0" days"', "0\\h", "0\\ \\m", "0"]) sheet.addRow([60]).getCell(1).numFmt = format;
await book.xlsx.writeFile("classes.xlsx");
const show = (name, cells) =>
  console.log(`${name}: ${cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell)).join(" | ")}`);
const read = await new Excel.Workbook().xlsx.readFile("classes.xlsx");
show("exceljs", read.getWorksheet("classes").getColumn(1).values.slice(1));
const rows = await readSheet("classes.xlsx");
show("read-excel-file", (rows[0].data ?? rows).map(([cell]) => cell));
const cells = XLSX.readFile("classes.xlsx", { cellDates: true }).Sheets.classes;
show("xlsx", [1, 2, 3, 4, 5, 6].map((row) => cells[`A${row}`].v));
JS
TZ=UTC node read.mjs | tee seen
export PYTHONPATH=root/usr/lib/python3/dist-packages
/usr/bin/python3 -W ignore - <<'PY' | tee -a seen
import openpyxl
print("openpyxl:", *(cell.value for cell in openpyxl.load_workbook("classes.xlsx").active["A"]))
PY
echo "xlsx2csv: $(/usr/bin/python3 -W ignore root/usr/bin/xlsx2csv classes.xlsx | paste -sd'|')" | tee -a seen
diff seen - <<'SEEN'
exceljs: 60 | 60 | 60 | 1900-02-28 | 1900-02-28 | 60
read-excel-file: 60 | 60 | 60 | 60 | 60 | 60
xlsx: 60 | 60 | 60 | 60 | 60 | 60
openpyxl: 60 60 60 60 60 60
xlsx2csv: "0"" 02in"""|"0"" places"""|"0"" 28ays"""|012|0 02|60
SEEN
