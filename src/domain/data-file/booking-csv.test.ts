import assert from "node:assert/strict";
import { test } from "node:test";
import { bookingId } from "../../../test/harness/data-lines.ts";
import { parseBookingCsv } from "../../../test/harness/booking-csv.ts";
import { isBadContent } from "./data-line.ts";

const now = Date.UTC(2030, 3, 15, 12);
const header =
  "booking,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at";
const row = `${bookingId},CUST-1,pk,tasting,2030-05-01T08:00:00Z,standard,CONFIRMED,2030-04-01T10:11:12Z`;

function refusal(tickets: string, attendees: string) {
  const [parsed] = parseBookingCsv(
    `${header},tickets,attendees\n${row},${tickets},${attendees}\n`,
    now,
  );
  return parsed !== undefined && isBadContent(parsed.content)
    ? { line: parsed.line, ...parsed.content.bad }
    : assert.fail("accepted");
}

test("a bad number of tickets is reported by booking and column, with the numbers that are good", () => {
  for (const tickets of ["0", "-1", "1.5", "x", "1001", "99999"]) {
    assert.deepEqual(refusal(tickets, "Ada"), {
      line: 2,
      kind: "booking",
      key: bookingId,
      field: "tickets",
      expected: "a whole number from 1 to 1000, and at least one for each name",
    });
  }
});

test("a number that is one or a thousand, by the language of its spreadsheet, is refused", () => {
  const expected = (written: string) => `1000 or 1: ${written} may be either`;
  for (const tickets of ["1.000", "1,000"]) {
    assert.equal(refusal(`"${tickets}"`, "Ada").expected, expected(tickets));
    const text = `${header},tickets,checked_in\n${row},1000,"${tickets}"\n`;
    const [parsed] = parseBookingCsv(text, now);
    assert.ok(parsed !== undefined && isBadContent(parsed.content));
    const { field, expected: told } = parsed.content.bad;
    assert.deepEqual([field, told], ["checked_in", expected(tickets)]);
  }
});

test("more attendees than tickets, or than a booking can have, are refused", () => {
  assert.equal(refusal("1", "Ada|Bob").field, "tickets");
  assert.equal(refusal("", Array.from({ length: 1001 }, () => "Ada").join("|")).field, "tickets");
});

test("a data file in place of CSV is refused with how to import it", () => {
  for (const text of ['{"kind":"group"}\n{}', '\uFEFF {"kind":"slot","capacity":1}\n']) {
    const [parsed, ...rest] = parseBookingCsv(text, now);
    assert.ok(parsed !== undefined && isBadContent(parsed.content));
    assert.match(parsed.content.bad.expected, /a data file is imported with --format ndjson/);
    assert.deepEqual([parsed.line, rest], [1, []]);
  }
});

test("a brace in a cell makes no data file of a spreadsheet", () => {
  const [parsed] = parseBookingCsv(`${header},attendees\n${row},{Ada}\n`, now);
  assert.ok(parsed !== undefined && !isBadContent(parsed.content));
});

test("another bad column of the row comes before its tickets", () => {
  const bad = row.replace("CONFIRMED", "MAYBE");
  const [parsed] = parseBookingCsv(`${header},tickets\n${bad},0\n`, now);
  assert.ok(parsed !== undefined && isBadContent(parsed.content));
  assert.equal(parsed.content.bad.field, "booking_status");
});
