#!/usr/bin/env bash
# read-excel-file 9.3.17, and xlsx 0.18.5 with `cellDates`, read half of the minutes of a day a millisecond early:
# 10:01 is 10:00:59.999. Who then cuts the seconds has 10:00. In a zone whose offset had seconds before 1900, such as Kolkata,
# xlsx is 10 seconds early at each minute. exceljs 4.4.0 reads all of them exactly.
# Matters to: programs that turn a studio's spreadsheet into bookings: round to the second before comparing with a slot.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund exceljs@4.4.0 read-excel-file@9.3.17 xlsx@0.18.5 >/dev/null 2>&1
cat >read.mjs <<'JS'
import Excel from "exceljs";
import readSheet from "read-excel-file/node";
import XLSX from "xlsx";
const book = new Excel.Workbook();
const sheet = book.addWorksheet("classes");
for (let minute = 0; minute < 1440; minute += 1) {
  sheet.addRow([Number((47605 + minute / 1440).toPrecision(15))]).getCell(1).numFmt = "yyyy-mm-dd hh:mm";
}
await book.xlsx.writeFile("classes.xlsx");
const show = (name, dates) => {
  const early = dates.filter((date) => date.getTime() % 60_000 !== 0);
  console.log(`${name}: ${early.length} of ${dates.length}, 10:01 as :${dates[601].toISOString().slice(17, 23)}`);
};
const read = await new Excel.Workbook().xlsx.readFile("classes.xlsx");
show("exceljs", read.getWorksheet("classes").getColumn(1).values.slice(1));
const rows = await readSheet("classes.xlsx");
show("read-excel-file", (rows[0].data ?? rows).map(([date]) => date));
const cells = XLSX.readFile("classes.xlsx", { cellDates: true }).Sheets.classes;
show("xlsx", Array.from({ length: 1440 }, (_, minute) => cells[`A${minute + 1}`].v));
JS
seen=$(TZ=UTC node read.mjs && TZ=Asia/Kolkata node read.mjs | tail -1)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
exceljs: 0 of 1440, 10:01 as :00.000
read-excel-file: 704 of 1440, 10:01 as :59.999
xlsx: 672 of 1440, 10:01 as :59.999
xlsx: 1440 of 1440, 10:01 as :49.999
SEEN
