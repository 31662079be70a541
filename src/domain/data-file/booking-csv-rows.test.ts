import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bookingId } from "../../../test/harness/data-lines.ts";
import { parseBookingCsv } from "../../../test/harness/booking-csv.ts";
import { readCell } from "./csv-cells.ts";
import { badLinesOf, isBadContent } from "./data-line.ts";

const now = Date.UTC(2030, 3, 15, 12);
const required =
  "booking,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at";
const bookedAt = "2030-04-01T10:11:12Z";
const rowOf = (status: string) =>
  `${bookingId},CUST-1,pk,tasting,2030-05-01T08:00:00Z,standard,${status},${bookedAt}`;

/** The tickets of one row: the attendee's name, and whether the ticket is cancelled. */
function ticketsOf(status: string, tickets: string, attendees: string) {
  const text = `${required},tickets,attendees\n${rowOf(status)},${tickets},${attendees}\n`;
  const [parsed] = parseBookingCsv(text, now);
  if (parsed === undefined || isBadContent(parsed.content)) assert.fail(JSON.stringify(parsed));
  const { content } = parsed;
  assert.ok(content.kind === "booking");
  return content.tickets.map(({ attendee, cancelled_at }) => [attendee.display_name, cancelled_at]);
}

/** The field and the expectation of each bad row. */
function refusals(text: string) {
  return [...parseBookingCsv(text, now)].map(({ line, content }) =>
    isBadContent(content) ? [line, content.bad.field, content.bad.expected] : assert.fail(),
  );
}

/** The same of every fault of the first row. */
function faultsOf(header: string) {
  const [{ line, content } = assert.fail()] = [...parseBookingCsv(header, now)];
  if (!isBadContent(content)) assert.fail();
  return badLinesOf(content, line).map(({ field, expected }) => [line, field, expected]);
}

describe("a booking in a spreadsheet", () => {
  test("has one ticket, a ticket for each name, or as many as it says", () => {
    assert.deepEqual(ticketsOf("CONFIRMED", "", ""), [[null, null]]);
    assert.deepEqual(ticketsOf("CONFIRMED", "", " Ada | Bob"), [
      ["Ada", null],
      ["Bob", null],
    ]);
    assert.deepEqual(ticketsOf("CONFIRMED", "3", "|Bob"), [
      [null, null],
      ["Bob", null],
      [null, null],
    ]);
    assert.equal(ticketsOf("WAITLIST", "2", "Ada|Bob").length, 2);
    assert.equal(ticketsOf("CONFIRMED", "12", "").length, 12);
    assert.equal(ticketsOf("CONFIRMED", "1000", "").length, 1000);
  });

  test("that is cancelled has tickets that were cancelled with it", () => {
    assert.deepEqual(ticketsOf("CANCELLED", "", "Ada"), [["Ada", Date.parse(bookedAt)]]);
  });

  test("has cells that the first row names; empty ones beyond it do not count", () => {
    const text = (row: string) => `${required}\n${row}\n`;
    const [padded] = parseBookingCsv(text(`${rowOf("CONFIRMED")}, ,`), now);
    assert.equal(padded !== undefined && isBadContent(padded.content), false);
    assert.deepEqual(refusals(text(`${rowOf("CONFIRMED")},,more`)), [
      [2, null, "a row of 8 cells; this one has 10"],
    ]);
  });

  test("has a first row with every column once, in any letter case, and no other", () => {
    const row = "a first row with the names of columns";
    const known =
      /^a first row with the names of columns, of which there are booking, external_id, /;
    for (const [header, field, expected] of [
      [required.replace("activity,", ""), "activity", `${row}, this one among them`],
      [`${required},colour`, "colour", known],
      [`${required},host,host`, "host", `${row}, each once`],
      [`${required},,host`, "column 9", `${row}, also of this one`],
    ] as const) {
      const [[line, named, found] = [], ...others] = refusals(`${header}\n\n`);
      assert.deepEqual([line, named, others], [1, field, []]);
      if (typeof expected === "string") assert.equal(found, expected);
      else assert.match(String(found), expected);
    }
    const [first, ...rest] = faultsOf("booking,email,phone,email\n");
    assert.deepEqual(first?.[1], "external_id");
    assert.deepEqual(
      rest.map(([, named]) => named),
      [
        "interaction",
        "activity",
        "slot_starting_at",
        "ticket_type",
        "booking_status",
        "booked_at",
        "email",
        "phone",
        "email",
      ],
    );
    const spaced = required.toUpperCase().replaceAll(",", " , ");
    const [parsed] = parseBookingCsv(`${spaced}\n${rowOf("CONFIRMED")}\n`, now);
    assert.equal(parsed !== undefined && isBadContent(parsed.content), false);
  });

  test("is looked for below a title, and behind another sign between cells", () => {
    const below = (line: number) =>
      `the names of the columns in the first row: they seem to stand in line ${line}; remove the lines before it`;
    const semicolons = `${required}\n${rowOf("CONFIRMED")}\n`.replaceAll(",", ";");
    for (const [text, line, expected] of [
      [`Bookings of May\n${required}\n`, 1, below(2)],
      [`\nBookings of May;;;\n;;\n${semicolons}`, 2, below(4)],
      // A title without any sign, or with another one than the rows below it.
      [`Report, made on 29.11.2030\n\n${semicolons}`, 1, below(3)],
      [`Bookings;from 1 May;to 31 May\n${semicolons}`, 1, below(2)],
      [semicolons.replaceAll(";", "|"), 1, "commas, semicolons or tabs between cells, not |"],
      ["", 1, "a first row with the names of columns; the file is empty"],
      ["\uFEFF\r\n;;\r\n", 1, "a first row with the names of columns; the file is empty"],
    ] as const) {
      assert.deepEqual(refusals(text), [[line, null, expected]], text);
    }
    // A first row whose one name is wrong is no title.
    assert.equal(faultsOf(`${required.replace("activity", "aktivity")}\n`).length, 2);
  });

  test("whose time is missing, or a spreadsheet's number of a day, says how a time is written", () => {
    const [missing, number] = ["", "47604.375"].map((start) => {
      const row = rowOf("CONFIRMED").replace("2030-05-01T08:00:00Z", start);
      return refusals(`${required}\n${row}\n`)[0]?.[2];
    });
    assert.match(String(missing), /^a time such as 2030-05-01 09:00, .*; it is missing$/);
    assert.match(String(number), /^a time such as .*, not a spreadsheet's number of a day: give/);
  });

  test("has texts without the one apostrophe that keeps a formula from running", () => {
    for (const [cell, text] of [
      ["'=1+1", "=1+1"],
      [" '+33 1 ", "+33 1"],
      ["''=1+1", "'=1+1"],
      ["'-", "-"],
      ["'@here", "@here"],
      ["'tis", "'tis"],
      ["a'=b", "a'=b"],
      ["", ""],
    ] as const) {
      assert.equal(readCell(cell, ","), text, cell);
    }
  });
});
