#!/usr/bin/env bash
# Three readers of CSV change a list of RFC 4180 in silence. xlsx 0.18.5 (SheetJS) makes the place `2-1` (hall 2, place 1) a day of the
# year 2001, also after it is written as CSV again. exceljs 4.4.0 makes the telephone `+41795550101` a number without its plus.
# udsv 0.7.3 types a column by its last row: a `4` there makes NaN of the places `2-1` and `3a`, and a `no` makes `voucher` false.
# `raw: true`, a `map` and `stringObjs` leave the texts alone.
# Matters to: programs that turn a list of attendees into bookings.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund xlsx@0.18.5 exceljs@4.4.0 udsv@0.7.3 >/dev/null 2>&1
cat >list.csv <<'CSV'
phone,place,paid
+41795550101,2-1,yes
+41795550102,3a,voucher
+41795550103,4,no
CSV
cat >read.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import excel from "exceljs";
import { inferSchema, initParser } from "udsv";
import xlsx from "xlsx";
const csv = readFileSync("list.csv", "utf8");
const bySheetJs = (options) => xlsx.utils.sheet_to_csv(xlsx.read(csv, { type: "string", ...options }).Sheets.Sheet1);
const byExcel = async (options) => {
  const workbook = new excel.Workbook();
  await workbook.csv.read(Readable.from([csv]), options);
  return (await workbook.csv.writeBuffer()).toString();
};
const rows = (objects) => objects.map((row) => Object.values(row).join()).join("\n");
const byUdsv = (parse) => rows(initParser(inferSchema(csv))[parse](csv));
const show = (name, text) => console.log(`${name}\n${text.trim().replace(/^phone.*\n/, "").replaceAll(/^/gm, "  ")}`);
show("xlsx", bySheetJs({}));
show("xlsx raw", bySheetJs({ raw: true }));
show("exceljs", await byExcel());
show("exceljs map", await byExcel({ map: (text) => text }));
show("udsv typedObjs", byUdsv("typedObjs"));
show("udsv stringObjs", byUdsv("stringObjs"));
JS
TZ=UTC node read.mjs | tee seen
diff seen - <<'SEEN'
xlsx
  +41795550101,2/1/01,yes
  +41795550102,3a,voucher
  +41795550103,4,no
xlsx raw
  +41795550101,2-1,yes
  +41795550102,3a,voucher
  +41795550103,4,no
exceljs
  41795550101,2-1,yes
  41795550102,3a,voucher
  41795550103,4,no
exceljs map
  +41795550101,2-1,yes
  +41795550102,3a,voucher
  +41795550103,4,no
udsv typedObjs
  41795550101,NaN,true
  41795550102,NaN,false
  41795550103,4,false
udsv stringObjs
  +41795550101,2-1,yes
  +41795550102,3a,voucher
  +41795550103,4,no
SEEN
