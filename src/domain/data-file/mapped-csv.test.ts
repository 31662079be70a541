import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bookingId } from "../../../test/harness/data-lines.ts";
import { parseBookingCsv } from "../../../test/harness/booking-csv.ts";
import { badLinesOf, isBadContent } from "./data-line.ts";
import { parseMapping, takeMapping } from "./sheet-mapping.ts";

const now = Date.UTC(2030, 5, 1);
const fixed = {
  booking: bookingId,
  external_id: "CUST-1",
  interaction: "pk",
  activity: "yoga",
  ticket_type: "standard",
  booking_status: "CONFIRMED",
  booked_at: "2030-04-01T10:00:00Z",
  slot_starting_at: "2030-05-01T07:00:00Z",
};

/** The lines of a spreadsheet by a mapping: what is missing among its fields is the same in every row. */
function read(columns: object, text: string, more: object = {}) {
  const named = JSON.stringify(columns);
  const isGiven = (field: string) =>
    named.includes(`"${field}"`) ||
    named.includes(`"${field.replace(/_(starting_)?at$/, "_date")}"`);
  const rest = Object.entries(fixed).filter(([field]) => !isGiven(field));
  const mapping = parseMapping(
    JSON.stringify({ columns, fixed: Object.fromEntries(rest), ...more }),
  );
  if ("wrong" in mapping) assert.fail(mapping.wrong);
  return [...parseBookingCsv(text, now, { mapping, zoneOf: () => "Europe/Paris" })].map(
    ({ line, content }) => {
      if (isBadContent(content)) {
        return badLinesOf(content, line).map(
          ({ field, expected }) => `${line} ${field}: ${expected}`,
        );
      }
      assert.ok(content.kind === "booking");
      return content;
    },
  );
}

function wrongOf(mapping: unknown): string {
  const parsed = parseMapping(typeof mapping === "string" ? mapping : JSON.stringify(mapping));
  return "wrong" in parsed ? parsed.wrong : "good";
}

describe("a spreadsheet of another system", () => {
  test("is read by what a mapping says of its columns, in any letter case", () => {
    const [booking] = read(
      {
        EMAIL: "external_id",
        Status: {
          field: "booking_status",
          values: { Bezahlt: "CONFIRMED", storniert: "CANCELLED" },
        },
        Kurs: { field: "activity", values: { "Yoga Mo": { activity: "yoga", host: "mo" } } },
        Datum: "slot_date",
        Zeit: "slot_time",
        Firma: null,
        Anzahl: "tickets",
        Vorname: "first_name",
        Nachname: "last_name",
      },
      "Email;Status;Kurs;Datum;Zeit;Firma;Anzahl;Vorname;Nachname;import_error\r\n" +
        "a@b.example;BEZAHLT;Yoga Mo;01.05.2030;9:00;ACME;2,0;Ada;Lovelace;why\r\n",
    );
    assert.ok(booking !== undefined && !Array.isArray(booking));
    const { external_id, activity, host, slot_starting_at, booking_status, tickets } = booking;
    assert.deepEqual(
      { external_id, activity, host, slot_starting_at, booking_status },
      {
        external_id: "a@b.example",
        activity: "yoga",
        host: "mo",
        slot_starting_at: Date.UTC(2030, 4, 1, 7),
        booking_status: "CONFIRMED",
      },
    );
    assert.deepEqual(
      tickets.map(({ attendee }) => attendee.display_name),
      ["Ada Lovelace", null],
    );
  });

  test("has attendance as a time or as a word, and the end of a booking in a column of its own", () => {
    const columns = {
      Came: { field: "checked_in_at", values: { yes: true, no: false } },
      Status: "booking_status",
      Ended: "cancelled_at",
    };
    const rows = read(
      columns,
      "Came,Status,Ended\nyes,CONFIRMED,\nno,CONFIRMED,\n,CANCELLED,2030-04-20 12:00\nperhaps,CONFIRMED,2030-04-20 12:00\n",
    );
    const [came, stayedAway, cancelled, wrong] = rows.map((row) =>
      Array.isArray(row) ? row : [row.booked_at, row.tickets[0]],
    );
    const start = Date.UTC(2030, 4, 1, 7);
    const bookedAt = Date.UTC(2030, 3, 1, 10);
    const ticket = (cancelled_at: number | null, checked_in_at: number | null) => ({
      cancelled_at,
      attendee: { display_name: null, checked_in_at },
    });
    assert.deepEqual(came, [bookedAt, ticket(null, start)]);
    assert.deepEqual(stayedAway, [bookedAt, ticket(null, null)]);
    const endedAt = Date.UTC(2030, 3, 20, 10);
    assert.deepEqual(cancelled, [endedAt, ticket(endedAt, null)]);
    assert.deepEqual(wrong, [
      "5 cancelled_at: nothing: only a CANCELLED booking has such a time",
      "5 checked_in_at: a value that the mapping translates, not perhaps",
    ]);
    const late = read(
      { Came: "checked_in_at", Start: "slot_starting_at" },
      "Came,Start\nTRUE,2031-01-01T00:00:00Z\n",
    );
    assert.deepEqual(late, [["2 checked_in_at: nothing, or false: the slot has not begun"]]);
  });

  test("is refused before anything by each column that the mapping does not have, and each that the file does not", () => {
    assert.deepEqual(read({ Email: "external_id", Gone: null }, "Email,Phone,Phone\na,b,c\n"), [
      [
        "1 gone: a column that the mapping names",
        "1 Phone: a column that the mapping names, or null to leave it out",
        "1 Phone: a column that the mapping names, or null to leave it out",
        "1 Phone: each column once",
      ],
    ]);
    const mapping = parseMapping('{"columns":{"Email":"external_id"}}');
    if ("wrong" in mapping) assert.fail();
    const [{ content } = assert.fail()] = [...parseBookingCsv("Email\na\n", now, { mapping })];
    assert.ok(isBadContent(content));
    assert.match(
      JSON.stringify(content),
      /"slot_starting_at","expected":"a column that the mapping gives/,
    );
  });

  test("has values that a mapping translates by their beginning, the longest first", () => {
    const values = {
      "Yoga*": "yoga",
      "Yoga with Mo *": { activity: "yoga", host: "mo" },
      Tango: "t",
    };
    const text =
      "Title\nyoga WITH mo and Ada\nYoga with Zoë\nYoga*\nTango\nTango with Ada\n Yog \n";
    const rows = read({ Title: { field: "activity", values } }, text);
    assert.deepEqual(
      rows.map((row) => (Array.isArray(row) ? row : [row.activity, row.host])),
      [
        ["yoga", "mo"],
        ["yoga", null],
        ["yoga", null],
        ["t", null],
        ["Tango with Ada", null],
        ["Yog", null],
      ],
    );
    // A status is one of a few words: what no value translates is refused as before.
    const status = { Status: { field: "booking_status", values: { "Paid*": "CONFIRMED" } } };
    const [paid, open] = read(status, "Status\npaid by card\nopen\n");
    assert.ok(paid !== undefined && !Array.isArray(paid) && paid.booking_status === "CONFIRMED");
    assert.deepEqual(open, ["3 booking_status: a value that the mapping translates, not open"]);
  });

  test("has its names in the first row: the line where they stand is named", () => {
    const text = "Report\n\nMail;Start\na@b.example;2030-05-01 09:00\n";
    assert.deepEqual(read({ Mail: "external_id", Start: "slot_starting_at" }, text), [
      [
        "1 null: the names of the columns in the first row: they seem to stand in line 3; remove the lines before it",
      ],
    ]);
  });

  test("names the fixed values that a template left empty, and says what a row needs as its number", () => {
    const text = JSON.stringify({ columns: { Mail: "external_id" }, fixed: { interaction: "" } });
    const mapping = parseMapping(text);
    if ("wrong" in mapping) assert.fail();
    const [{ content } = assert.fail()] = [...parseBookingCsv("Mail\na\n", now, { mapping })];
    assert.ok(isBadContent(content));
    const said = [content.bad, ...(content.others ?? [])].map(
      ({ field, expected }) => `${field}: ${expected}`,
    );
    assert.ok(
      said.includes(
        `interaction: a value in the mapping's "fixed", where it is empty, or a column`,
      ),
    );
    assert.match(
      said.at(-1) ?? "",
      /^booking or reference: .* an order's number, or one that you add$/,
    );
  });

  test("takes the order of its dates from the mapping", () => {
    const columns = { Start: "slot_starting_at" };
    const text = "Start\n5/01/2030 9:00 AM\n";
    const [booking] = read(columns, text, { dates: "dmy" });
    assert.ok(booking !== undefined && !Array.isArray(booking));
    assert.equal(booking.slot_starting_at, Date.UTC(2030, 0, 5, 8));
  });
});

describe("a mapping", () => {
  test("that cannot be used is refused by the names that it has", () => {
    for (const [mapping, expected] of [
      ["[]", /^it is not one JSON object$/],
      [{}, /^its "columns" is not an object/],
      [{ columns: {}, colour: 1 }, /^it has "colour", but a mapping has/],
      [{ columns: {}, dates: "ddmm" }, /^its "dates" is none of dmy, mdy, ymd$/],
      [{ columns: { Email: "mail" } }, /^of the column "Email", there is "mail" where a field/],
      [{ columns: { Email: 1 } }, /^of the column "Email", the meaning is no field/],
      [{ columns: { A: "tickets", a: null } }, /^it names the column "a" twice$/],
      [{ columns: { A: "tickets", B: "tickets" } }, /^"A" and "B" both have the field tickets$/],
      [{ columns: { A: "tickets" }, fixed: { tickets: "1" } }, /^"A" and "fixed" both have/],
      [
        { columns: { A: "booked_at", B: "booked_date" } },
        /^"A" has the field booked_at, of which "B"/,
      ],
      [{ columns: { A: "slot_time" } }, /^"A" has the field slot_time, and none has slot_date$/],
      [
        { columns: { A: { field: "host", values: { x: { rank: "1" } } } } },
        /^of .* for the value "x" there is "rank"/,
      ],
      [
        { columns: { A: { field: "host", values: { x: null } } } },
        /^of .* for the value "x" host is no text$/,
      ],
      [
        { columns: { A: { field: "host", value: {} } } },
        /there is "value" beside "field" and "values"$/,
      ],
      [
        { columns: { A: { field: "booking_status", values: { paid: "PAID" } } } },
        /^of .* for the value "paid" booking_status is "PAID", none of CONFIRMED, WAITLIST, CANCELLED$/,
      ],
      [{ columns: {}, fixed: { booking_status: "paid" } }, /^of "fixed", booking_status is "paid"/],
      ["x".repeat(1_048_577), /^it is longer than 1048576 characters$/],
    ] as const) {
      assert.match(wrongOf(mapping), expected);
    }
  });

  test("stands in a line of its own before the file", () => {
    const text = Buffer.from('map={"columns":{"A":null}}\r\nA\n1\n');
    const { mapping, length, isWhole } = takeMapping(text);
    assert.ok(mapping !== null && !("wrong" in mapping));
    assert.deepEqual([text.subarray(length).toString(), isWhole], ["A\n1\n", true]);
    assert.equal(takeMapping(text.subarray(0, 20)).isWhole, false);
    assert.deepEqual(takeMapping(Buffer.from("map,b\n")), {
      mapping: null,
      length: 0,
      isWhole: true,
    });
  });
});
