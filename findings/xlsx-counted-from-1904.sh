#!/usr/bin/env bash
# A workbook may count its days from 1904 (`date1904`, ISO/IEC 29500-1, 18.2.28), which spreadsheets of old Macs do. xlsx 0.18.5 (SheetJS) with
# `cellDates` then reads each date four years and a day too early, while the text of the same cell is right. `numberToDate` of xlsx-populate
# 1.21.0 does not ask the workbook, and is early too. exceljs 4.4.0, read-excel-file 9.3.17 and hucre 1.0.0 read the day.
# Matters to: programs that turn a studio's spreadsheet into bookings. `Workbook.WBProps.date1904` of xlsx tells; add 1,462 days.
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
const show = (name, date) => console.log(`  ${name}: ${date instanceof Date ? date.toISOString().slice(0, 16) : date}`);
for (const date1904 of [true, false]) {
  const written = new Excel.Workbook();
  written.properties.date1904 = date1904;
  written.addWorksheet("classes").addRow([new Date("2031-05-14T12:00:00Z")]).getCell(1).numFmt = "yyyy-mm-dd hh:mm";
  await written.xlsx.writeFile("classes.xlsx");
  console.log(`date1904: ${date1904}`);
  const book = XLSX.readFile("classes.xlsx", { cellDates: true });
  show("xlsx with cellDates", book.Sheets.classes.A1.v);
  show("xlsx, text", XLSX.readFile("classes.xlsx").Sheets.classes.A1.w);
  show("xlsx, WBProps", book.Workbook.WBProps.date1904);
  show("xlsx-populate", Populate.numberToDate((await Populate.fromFileAsync("classes.xlsx")).sheet(0).cell("A1").value()));
  show("exceljs", (await new Excel.Workbook().xlsx.readFile("classes.xlsx")).getWorksheet("classes").getCell("A1").value);
  const rows = await readSheet("classes.xlsx");
  show("read-excel-file", (rows[0].data ?? rows)[0][0]);
  show("hucre", (await hucre.readXlsx(readFileSync("classes.xlsx"))).sheets[0].rows[0][0]);
}
JS
TZ=UTC node read.mjs | tee seen
diff seen - <<'SEEN'
date1904: true
  xlsx with cellDates: 2027-05-13T12:00
  xlsx, text: 2031-05-14 12:00
  xlsx, WBProps: true
  xlsx-populate: 2027-05-13T12:00
  exceljs: 2031-05-14T12:00
  read-excel-file: 2031-05-14T12:00
  hucre: 2031-05-14T12:00
date1904: false
  xlsx with cellDates: 2031-05-14T12:00
  xlsx, text: 2031-05-14 12:00
  xlsx, WBProps: false
  xlsx-populate: 2031-05-14T12:00
  exceljs: 2031-05-14T12:00
  read-excel-file: 2031-05-14T12:00
  hucre: 2031-05-14T12:00
SEEN
