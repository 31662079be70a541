#!/usr/bin/env bash
# A name with a semicolon stands in quotes in a calendar (RFC 5545, 3.2), and a quote inside it is `^'` (RFC 6868). ts-ics 2.4.6 writes
# the name bare, so that it ends at the semicolon; ics 3.12.0 puts a backslash before the quote, which ends the name all the same.
# node-ical 0.27.2, ts-ics and cal-parser 1.0.2 end a name that is written right at its semicolon, and leave `^'` as it is.
# ical-generator 11.1.2 writes, and ical.js 2.2.1 reads, both.
# Matters to: whoever puts a host, such as `Hall 2; Ann Lee`, into a calendar as ORGANIZER: take such characters out of the name.
set -euo pipefail
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT && cd "$dir"
npm install --silent --no-audit --no-fund ical-generator@11.1.2 ics@3.12.0 node-ical@0.27.2 ts-ics@2.4.6 cal-parser@1.0.2 \
  ical.js@2.2.1 >/dev/null 2>&1
cat >names.mjs <<'JS'
import calParser from "cal-parser";
import generate from "ical-generator";
import ICAL from "ical.js";
import { createEvent } from "ics";
import nodeIcal from "node-ical";
import { convertIcsCalendar, generateIcsCalendar } from "ts-ics";
const [start, email, title] = [new Date("2031-05-02T08:00:00Z"), "ann@example.com", "Pottery"];
const writers = {
  "ts-ics": (name) => generateIcsCalendar({ version: "2.0", prodId: "x", events: [{ uid: "1", stamp: { date: start }, start: { date: start }, duration: { hours: 1 }, summary: title, organizer: { name, email } }] }),
  "ical-generator": (name) => { const calendar = generate(); calendar.createEvent({ start, summary: title, organizer: { name, email } }); return calendar.toString(); },
  ics: (name) => createEvent({ title, start: [2031, 5, 2, 8, 0], duration: { hours: 1 }, organizer: { name, email } }).value,
};
const readers = {
  "node-ical": (ics) => { const { organizer } = Object.values(nodeIcal.sync.parseICS(ics)).find(({ type }) => type === "VEVENT"); return organizer.params.CN; },
  "ts-ics": (ics) => convertIcsCalendar(undefined, ics).events[0].organizer.name,
  "cal-parser": (ics) => calParser.parseString(ics).events[0].organizer.params.cn,
  "ical.js": (ics) => new ICAL.Component(ICAL.parse(ics)).getFirstSubcomponent("vevent").getFirstProperty("organizer").getParameter("cn"),
};
for (const name of ["Hall 2; Ann Lee", 'Ann "Annie" Lee']) {
  console.log(name);
  for (const [writer, write] of Object.entries(writers)) {
    const written = write(name).replace(/\r?\n[ \t]/g, "");
    console.log(`  ${writer} writes ${/ORGANIZER.*(?=:mailto)/i.exec(written)[0]}, ical.js reads ${readers["ical.js"](written)}`);
  }
  const right = `ORGANIZER;CN="${name.replaceAll('"', "^'")}":mailto:${email}`;
  const ics = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20310101T000000Z\r\nDTSTART:20310502T080000Z\r\n${right}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  for (const [reader, read] of Object.entries(readers)) console.log(`  ${reader} reads ${read(ics)}`);
}
JS
node names.mjs | tee seen
diff seen - <<'SEEN'
Hall 2; Ann Lee
  ts-ics writes ORGANIZER;CN=Hall 2; Ann Lee, ical.js reads Hall 2
  ical-generator writes ORGANIZER;CN="Hall 2; Ann Lee", ical.js reads Hall 2; Ann Lee
  ics writes ORGANIZER;CN="Hall 2; Ann Lee", ical.js reads Hall 2; Ann Lee
  node-ical reads "Hall 2
  ts-ics reads "Hall 2
  cal-parser reads "Hall 2
  ical.js reads Hall 2; Ann Lee
Ann "Annie" Lee
  ts-ics writes ORGANIZER;CN=Ann "Annie" Lee, ical.js reads Ann "Annie" Lee
  ical-generator writes ORGANIZER;CN="Ann ^'Annie^' Lee", ical.js reads Ann "Annie" Lee
  ics writes ORGANIZER;CN="Ann \"Annie\" Lee", ical.js reads Ann \
  node-ical reads Ann ^'Annie^' Lee
  ts-ics reads Ann ^'Annie^' Lee
  cal-parser reads "Ann ^'Annie^' Lee"
  ical.js reads Ann "Annie" Lee
SEEN
