#!/usr/bin/env bash
# Debian 12's xlsx2csv 1:0.7.8-1 writes 640 of the 1,440 minutes of a day one minute early, 16 of the 48 half hours among them: a class
# at 08:00 becomes 07:59, at 09:30 09:29, while 09:00 and 10:00 stay. A time in an .xlsx file is a fraction of a day; the
# package cuts what is a fraction of a second short of the minute.
# Matters to: bookings that come from a spreadsheet by way of CSV. Saving as CSV in the spreadsheet itself is exact.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund exceljs@4.4.0 >/dev/null 2>&1
apt-get download -qq xlsx2csv=1:0.7.8-1 2>/dev/null && dpkg -x xlsx2csv_*.deb root
cat >write.mjs <<'JS'
import Excel from "exceljs";
const book = new Excel.Workbook();
const sheet = book.addWorksheet("classes");
// Serial numbers as spreadsheets store them, with 15 digits: 47605 is 2 May 2030.
for (let minute = 0; minute < 1440; minute += 1) {
  sheet.addRow([Number((47605 + minute / 1440).toPrecision(15))]).getCell(1).numFmt = "yyyy-mm-dd hh:mm";
}
await book.xlsx.writeFile("classes.xlsx");
JS
node write.mjs
PYTHONPATH=root/usr/lib/python3/dist-packages python3 root/usr/bin/xlsx2csv classes.xlsx >classes.csv
seen=$(
  sed -n '481p;541p;571p' classes.csv
  awk -F'[ :]' '$2 * 60 + $3 != NR - 1 { early += 1 } END { print early " of " NR " minutes are early" }' classes.csv
  awk -F'[ :]' '(NR - 1) % 30 == 0 && $2 * 60 + $3 != NR - 1 { early += 1 } END { print early + 0 " of 48 half hours" }' classes.csv
)
echo "$seen"
diff <(echo "$seen") - <<'SEEN'
2030-05-02 07:59
2030-05-02 09:00
2030-05-02 09:29
640 of 1440 minutes are early
16 of 48 half hours
SEEN
