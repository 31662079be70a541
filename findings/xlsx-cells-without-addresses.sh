#!/usr/bin/env bash
# In an .xlsx file the address of a row or a cell (`r="A2"`) is optional (ISO/IEC 29500-1, 18.3.1.4 and 18.3.1.73): without it, the row or cell is the
# next one. Where rows have none, Debian 12's xlsx2csv 1:0.7.8-1 reads no row, says nothing, and exits with 0. exceljs 4.4.0 throws an error
# where either has none, read-excel-file 9.3.17 where cells have none. xlsx 0.18.5 and Debian's python3-openpyxl 3.0.9-1 read all.
# Matters to: nightly conversions of another system's list of bookings: the list is empty, as on a day without bookings.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund exceljs@4.4.0 read-excel-file@9.3.17 xlsx@0.18.5 >/dev/null 2>&1
apt-get download -qq xlsx2csv=1:0.7.8-1 python3-openpyxl=3.0.9-1 python3-et-xmlfile=1.0.1-2.1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >write.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import Excel from "exceljs";
import Zip from "jszip";
const book = new Excel.Workbook();
book.addWorksheet("bookings").addRows([["name", "seats"], ["Ada", 2], ["Ben", 1]]);
await book.xlsx.writeFile("whole.xlsx");
for (const [name, element] of [["rows", "row"], ["cells", "c"]]) {
  const zip = await Zip.loadAsync(readFileSync("whole.xlsx"));
  const path = "xl/worksheets/sheet1.xml";
  const sheet = (await zip.file(path).async("text")).replaceAll(new RegExp(`<${element} r="[^"]*"`, "g"), `<${element}`);
  writeFileSync(`${name}.xlsx`, await zip.file(path, sheet).generateAsync({ type: "nodebuffer" }));
}
JS
cat >read.mjs <<'JS'
import Excel from "exceljs";
import readSheet from "read-excel-file/node";
import XLSX from "xlsx";
const readers = {
  exceljs: async (file) => (await new Excel.Workbook().xlsx.readFile(file)).worksheets[0].actualRowCount,
  "read-excel-file": async (file) => (([first]) => first.data ?? first)(await readSheet(file)).length,
  xlsx: async (file) => XLSX.utils.sheet_to_json(XLSX.readFile(file).Sheets.bookings, { header: 1 }).length,
};
for (const [name, count] of Object.entries(readers)) {
  const read = (file) => count(`${file}.xlsx`).then((rows) => `${rows} rows`, ({ message }) => message);
  console.log(`${name}: ${(await Promise.all(["whole", "rows", "cells"].map(read))).join(" | ")}`);
}
JS
node write.mjs
node read.mjs | tee seen
export PYTHONPATH=root/usr/lib/python3/dist-packages
{
  for file in whole rows cells; do
    echo "openpyxl, $file: $(/usr/bin/python3 -W ignore -c "import openpyxl; print(openpyxl.load_workbook('$file.xlsx').active.max_row)") rows"
    echo "xlsx2csv, $file: $(/usr/bin/python3 -W ignore root/usr/bin/xlsx2csv $file.xlsx | wc -l) rows"
  done
} | tee -a seen
diff seen - <<'SEEN'
exceljs: 3 rows | Invalid row number in model | Cannot read properties of undefined (reading 'col')
read-excel-file: 3 rows | 3 rows | Cannot read properties of undefined (reading 'length')
xlsx: 3 rows | 3 rows | 3 rows
openpyxl, whole: 3 rows
xlsx2csv, whole: 3 rows
openpyxl, rows: 3 rows
xlsx2csv, rows: 0 rows
openpyxl, cells: 3 rows
xlsx2csv, cells: 3 rows
SEEN
