#!/usr/bin/env bash
# A cell of an .xlsx file may hold its date as ISO 8601 (`t="d"`, ISO/IEC 29500-1, 18.18.11), which is how xlsx 0.18.5 (SheetJS) writes it with
# `cellDates`. exceljs 4.4.0 reads the year of it as a number of days: each class of 2031 is on 23 July 1905 at midnight, each of 2032 a
# day later. xlsx-populate 1.21.0 finds an empty cell, hucre 1.0.0 a text. read-excel-file 9.3.17 and xlsx itself read the date.
# Matters to: lists of bookings that one program writes for another. Without `cellDates`, which is the rule, all read the number of the day.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund exceljs@4.4.0 hucre@1.0.0 read-excel-file@9.3.17 xlsx@0.18.5 xlsx-populate@1.21.0 >/dev/null 2>&1
cat >read.mjs <<'JS'
import Excel from "exceljs";
import { readFileSync } from "node:fs";
import * as hucre from "hucre";
import readSheet from "read-excel-file/node";
import XLSX from "xlsx";
import Populate from "xlsx-populate";
const starts = ["2031-05-14T10:00:00Z", "2031-12-02T18:30:00Z", "2032-01-09T10:00:00Z"].map((start) => [new Date(start)]);
const show = (name, cells) =>
  console.log(`  ${name}: ${cells.map((cell) => (cell instanceof Date ? cell.toISOString().slice(0, 16) : JSON.stringify(cell))).join(" | ")}`);
for (const cellDates of [true, false]) {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(starts, { cellDates }), "classes");
  XLSX.writeFile(book, "classes.xlsx", { cellDates });
  console.log(`cellDates: ${cellDates}`);
  const sheet = (await new Excel.Workbook().xlsx.readFile("classes.xlsx")).getWorksheet("classes");
  show("exceljs", sheet.getColumn(1).values.slice(1));
  const populate = (await Populate.fromFileAsync("classes.xlsx")).sheet(0);
  show("xlsx-populate", [1, 2, 3].map((row) => populate.cell(row, 1).value()));
  show("hucre", (await hucre.readXlsx(readFileSync("classes.xlsx"))).sheets[0].rows.map(([cell]) => cell));
  const rows = await readSheet("classes.xlsx");
  show("read-excel-file", (rows[0].data ?? rows).map(([cell]) => cell));
  const cells = XLSX.readFile("classes.xlsx", { cellDates: true }).Sheets.classes;
  show("xlsx", [1, 2, 3].map((row) => cells[`A${row}`].v));
}
JS
TZ=UTC node read.mjs | tee seen
diff seen - <<'SEEN'
cellDates: true
  exceljs: 1905-07-23T00:00 | 1905-07-23T00:00 | 1905-07-24T00:00
  xlsx-populate: null | null | null
  hucre: "2031-05-14T10:00:00.000Z" | "2031-12-02T18:30:00.000Z" | "2032-01-09T10:00:00.000Z"
  read-excel-file: 2031-05-14T10:00 | 2031-12-02T18:30 | 2032-01-09T10:00
  xlsx: 2031-05-14T10:00 | 2031-12-02T18:30 | 2032-01-09T10:00
cellDates: false
  exceljs: 2031-05-14T10:00 | 2031-12-02T18:30 | 2032-01-09T10:00
  xlsx-populate: 47982.416666666664 | 48184.770833333336 | 48222.416666666664
  hucre: 2031-05-14T10:00 | 2031-12-02T18:30 | 2032-01-09T10:00
  read-excel-file: 2031-05-14T09:59 | 2031-12-02T18:30 | 2032-01-09T09:59
  xlsx: 2031-05-14T10:00 | 2031-12-02T18:30 | 2032-01-09T10:00
SEEN
