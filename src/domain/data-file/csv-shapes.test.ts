import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseBookingCsv } from "../../../test/harness/booking-csv.ts";
import { parseCsvRows } from "./csv-splitter.ts";
import { csvRowsMax } from "./csv-text.ts";
import { parseSlotCsv } from "./slot-csv.ts";

const header =
  "booking,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at,tickets";

/** Milliseconds of processor time. */
function cost(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe("P19 a spreadsheet of any shape", () => {
  test("is refused for its columns at about the cost of parsing it, however many they are", () => {
    const columns = Array.from({ length: 80_000 }, (_, index) => index.toString(36));
    const text = `${columns.join(",")}\n`;
    const parsing = cost(() => parseCsvRows(text));
    const zoneOf = () => null;
    for (const read of [
      () => [...parseBookingCsv(text, 0)],
      () => parseSlotCsv(text, {}, zoneOf, 0),
    ]) {
      const all = cost(() => assert.match(JSON.stringify(read()), /a first row with the names/));
      assert.ok(all < 20 * (parsing + 20), `${all} ms, and ${parsing} ms for the parser alone`);
    }
  });

  test("of slots is read up to a row beyond the limit, and no further", () => {
    // The parser makes an error for each row of another length, which costs it ten times the row.
    const text = `${header}\n${"b,,,,,,,,\n".repeat(csvRowsMax + 100)}`;
    const rows = parseCsvRows(text);
    assert.equal(Array.isArray(rows) && rows.length, csvRowsMax + 2);
    const slots = `starting_at,capacity\n${"x,1\n".repeat(csvRowsMax + 1)}`;
    const place = { interaction: "pk_summer", activity: "tasting" };
    const [found] = parseSlotCsv(slots, place, () => null, 0);
    assert.match(JSON.stringify(found), /at most 100000 rows/);
  });

  test("has the delimiter of its first row, whatever its cells contain", () => {
    for (const end of ["\n", "\r\n"]) {
      const text = ["a,b", '"1;2",3', "4,5"].join(end);
      const rows = parseCsvRows(text);
      assert.ok(Array.isArray(rows));
      assert.deepEqual(rows[1], { line: 2, record: ["1;2", "3"] });
    }
  });

  test("is refused at the line of its first row that cannot be read", () => {
    for (const [text, line] of [
      ['a,b\n1,2\n3,4" "5\n"x"y,2\n', 3],
      ['a,b\n1,2\n3,"4\n5,6\n', 3],
      ['sep=,\r\na,b\r\n,\r\n\r\n3,"4\r\n5,6', 5],
    ] as const) {
      const found = parseCsvRows(text);
      assert.ok(!Array.isArray(found));
      assert.equal(found.line, line);
      assert.match(JSON.stringify(found.content), /"CSV whose quotes are closed"/);
    }
  });

  test("has no row longer than a line of a data file", () => {
    for (const text of ["x".repeat(8_400_000), `"${"x,\n".repeat(3_000_000)}`]) {
      const [found] = parseBookingCsv(`${header}\n${text}`, 0);
      assert.match(JSON.stringify(found), /a row of at most 8388608 characters/);
    }
  });

  test("has its rows parsed one at a time, because each may stand for a thousand tickets", () => {
    let parsed = 0;
    const skips = () => {
      parsed += 1;
      return false;
    };
    const text = `${header}\n${"a,,,,,,,,1000\n".repeat(500)}`;
    const rows = parseBookingCsv(text, 0, { skips, dates: "ymd" });
    rows.next();
    assert.equal(parsed, 1);
    assert.equal([...rows].length, 499);
  });
});
