#!/usr/bin/env bash
# exceljs 4.4.0 writes a sheet as CSV, and what stands there is not what the cell shows: an e-mail address, of which a spreadsheet makes a link as it
# is typed, gets `mailto:` before it; a name with one bold word becomes JSON; a time that a formula computes becomes the long text of a
# JavaScript date. On a desk in Zurich the cell 10:30 is written as 11:30. SheetJS (xlsx 0.18.5) and Debian 12's python3-openpyxl 3.0.9-1 have the plain values.
# Matters to: lists of attendees that become CSV before they are imported. `map` of `csv.writeBuffer` may put `value.text` or `value.richText` right.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund exceljs@4.4.0 xlsx@0.18.5 >/dev/null 2>&1
apt-get download -qq python3-openpyxl=3.0.9-1 python3-et-xmlfile=1.0.1-2.1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
cat >write.mjs <<'JS'
import Excel from "exceljs";
import XLSX from "xlsx";
const book = new Excel.Workbook();
const sheet = book.addWorksheet("attendees");
sheet.addRow([
  { text: "ann@example.com", hyperlink: "mailto:ann@example.com" },
  { richText: [{ text: "Ann " }, { text: "Lee", font: { bold: true } }] },
  { formula: "TIME(10,30,0)", result: 0.4375 },
  new Date("1899-12-30T10:30:00Z"),
]);
for (const column of [3, 4]) sheet.getRow(1).getCell(column).numFmt = "hh:mm";
await book.xlsx.writeFile("attendees.xlsx");
const read = await new Excel.Workbook().xlsx.readFile("attendees.xlsx");
const csv = async (options) => (await read.csv.writeBuffer(options)).toString().trim();
console.log(`exceljs: ${await csv()}`);
const plain = (value) => value?.text ?? value?.richText?.map(({ text }) => text).join("") ?? value?.result ?? value;
const shown = (value) => (plain(value) instanceof Date ? plain(value).toISOString().slice(11, 16) : plain(value));
console.log(`exceljs with map: ${await csv({ map: shown })}`);
console.log(`xlsx: ${XLSX.utils.sheet_to_csv(XLSX.readFile("attendees.xlsx").Sheets.attendees)}`);
JS
(TZ=UTC node write.mjs && TZ=Europe/Zurich node write.mjs | head -1) | tee seen
PYTHONPATH=root/usr/lib/python3/dist-packages /usr/bin/python3 -W ignore - <<'PY' | tee -a seen
import openpyxl
print("openpyxl:", *(cell.value for cell in openpyxl.load_workbook("attendees.xlsx", data_only=True).active[1]))
PY
diff seen - <<'SEEN'
exceljs: mailto:ann@example.com,"{""richText"":[{""text"":""Ann ""},{""font"":{""bold"":true},""text"":""Lee""}]}",Sat Dec 30 1899 10:30:00 GMT+0000 (Coordinated Universal Time),1899-12-30T10:30:00+00:00
exceljs with map: ann@example.com,Ann Lee,10:30,10:30
xlsx: ann@example.com,Ann Lee,10:30,10:30
exceljs: mailto:ann@example.com,"{""richText"":[{""text"":""Ann ""},{""font"":{""bold"":true},""text"":""Lee""}]}",Sat Dec 30 1899 11:30:00 GMT+0100 (Central European Standard Time),1899-12-30T11:30:00+01:00
openpyxl: ann@example.com Ann Lee 10:30:00 10:30:00
SEEN
