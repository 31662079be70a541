import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { bookingId } from "../../../test/harness/data-lines.ts";
import { parseBookingCsv } from "../../../test/harness/booking-csv.ts";
import { parseCsvRows } from "./csv-splitter.ts";
import { readCell, rewriteCsvRow, writeCsvRow } from "./csv-cells.ts";
import { csvDelimiterOf } from "./csv-text.ts";
import { isBadContent } from "./data-line.ts";

const delimiters = [",", ";", "\t"] as const;

function rowsOf(text: string) {
  const rows = parseCsvRows(text);
  assert.ok(Array.isArray(rows), JSON.stringify(rows));
  return rows;
}

describe("a spreadsheet's rows", () => {
  test("have the line that an editor shows, whatever its lines and the lines in its cells end in", () => {
    const end = fc.constantFrom("\n", "\r\n");
    // A CR ends a line only where no LF follows it, so that no cell ends in one.
    const cell = fc
      .array(fc.constantFrom("a", "é", ",", '"', "\n", "\r\n", "\rb", "😀"), { maxLength: 5 })
      .map((parts) => `x${parts.join("")}`);
    const row = fc.record({ cells: fc.array(cell, { minLength: 2, maxLength: 3 }), end });
    const quoted = (text: string) =>
      /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const empty = fc.constantFrom("", "\n", "\r\n", ",,\r\n", " , ,\n");
    fc.assert(
      fc.property(fc.array(fc.tuple(empty, row), { minLength: 1, maxLength: 8 }), (rows) => {
        let text = "";
        const expected = rows.map(([before, { cells, end: ends }]) => {
          text += before;
          const line = text.split(/\r\n|\n|\r/).length;
          text += `${cells.map(quoted).join(",")}${ends}`;
          return { line, record: cells };
        });
        assert.deepEqual(rowsOf(text), expected);
      }),
      { numRuns: 2_000 },
    );
  });

  test("are told apart by what the first line says, or by what the header has most of", () => {
    assert.deepEqual(rowsOf("\uFEFFsep=;\r\na;b\r\n1;2\r\n"), [
      { line: 2, record: ["a", "b"] },
      { line: 3, record: ["1", "2"] },
    ]);
    assert.equal(csvDelimiterOf("\r\n\na;b\n"), ";");
    assert.equal(csvDelimiterOf('"a;b;c",d\n'), ",");
    assert.equal(csvDelimiterOf("Start; date,End,Place\n"), ",");
    assert.equal(csvDelimiterOf("a\tb,c\td\n"), "\t");
  });

  test("are passed over where their cells are empty, and so are columns without a name at the end", () => {
    const header =
      "booking;external_id;interaction;activity;slot_starting_at;ticket_type;booking_status;booked_at;attendees;;;";
    const row = `${bookingId};CUST-1;pk;tasting;2030-05-01 09:00;standard;CONFIRMED;2026-04-01 10:11;Ada;;;`;
    const text = `${header}\r\n;;;;;;;;;;;\r\n${row}\r\n;;;;;;;;;;;\r\n`;
    const rows = [...parseBookingCsv(text, Date.now(), { zoneOf: () => "Europe/Paris" })];
    assert.deepEqual(
      rows.map(({ line, content }) => [line, isBadContent(content)]),
      [[3, false]],
    );
  });
});

/** One character of each class that shows nothing. */
const unseen = {
  "a control": 0x07,
  "a tab between lines": 0x0b,
  "a control of the second set": 0x85,
  "a space that breaks no line": 0xa0,
  "a soft hyphen": 0xad,
  "a joiner of graphemes": 0x034f,
  "a mark of direction, Arabic": 0x061c,
  "a filler of Hangul": 0x115f,
  "a space of Ogham": 0x1680,
  "a selector of a variation, Mongolian": 0x180b,
  "a space of a width": 0x2003,
  "a space of no width": 0x200b,
  "a joiner of no width": 0x200d,
  "a mark of direction": 0x200e,
  "a separator of lines": 0x2028,
  "a separator of paragraphs": 0x2029,
  "an override of direction": 0x202e,
  "a narrow space": 0x202f,
  "a joiner of words": 0x2060,
  "an isolate of direction": 0x2066,
  "a blank of Braille": 0x2800,
  "a space of an ideograph": 0x3000,
  "a selector of a variation": 0xfe0f,
  "a mark of byte order": 0xfeff,
  "a filler of half width": 0xffa0,
  "an anchor of an annotation": 0xfff9,
  "a tag": 0xe0041,
  "a selector of the second plane": 0xe0101,
} as const;

describe("a cell of a spreadsheet", () => {
  const sign = fc.constantFrom("=", "+", "-", "@", "＝", "＋", "－", "＠");
  const part = fc.oneof(
    sign,
    fc.constantFrom("'", '"', " ", ";", ",", "\t", "\n", "a", "1", "\u200B", "\u00AD"),
  );
  const text = fc.array(part, { maxLength: 10 }).map((parts) => parts.join("").trim());

  test("is read as it was written", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...delimiters), (cell, delimiter) => {
        const [row] = rowsOf(`sep=${delimiter}\n${writeCsvRow([cell, "y"], delimiter)}`);
        assert.equal(readCell(row?.record[0] ?? "", delimiter), cell);
      }),
      { numRuns: 5_000 },
    );
  });

  test("begins no formula, whichever delimiter a spreadsheet takes", () => {
    fc.assert(
      fc.property(text, fc.constantFrom(...delimiters), (cell, delimiter) => {
        const written = writeCsvRow(["x", cell, "y"], delimiter);
        for (const guess of delimiters) {
          for (const seen of cellsBy(guess, written)) {
            assert.doesNotMatch(
              seen.replace(/^[\s\p{Cc}\p{Cf}"]+/u, ""),
              /^[=+\-@＝＋－＠]/,
              written,
            );
          }
        }
      }),
      { numRuns: 5_000 },
    );
  });

  test("that is a text in a formula, as exports write numbers with zeros before them, is that text", () => {
    assert.equal(readCell('="00123"', ","), "00123");
    assert.equal(readCell('="a ""b"""', ","), 'a "b"');
    assert.equal(readCell('=HYPERLINK("x")', ","), '=HYPERLINK("x")');
    assert.equal(rewriteCsvRow(['="00123"', "=1+1", "'=2"], ","), `"=""00123""",'=1+1,'=2\r\n`);
  });

  test("with an id that a spreadsheet has changed is taken as it is, with a warning that does not show it", () => {
    const header =
      "booking,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at,tickets";
    const found = (id: string) => {
      const row = `${bookingId},${id},pk,tasting,2030-05-01T08:00:00Z,standard,CONFIRMED,2026-04-01T10:11:12Z,"2,0"`;
      const [{ content, warnings = [] } = assert.fail()] = [
        ...parseBookingCsv(`${header}\n${row}\n`, Date.now()),
      ];
      if (isBadContent(content)) assert.fail(JSON.stringify(content));
      assert.ok(content.kind === "booking");
      assert.equal(content.tickets.length, 2);
      return {
        id: content.external_id,
        warnings: warnings.map(({ kind, message }) => [kind, message]),
      };
    };
    const shortened = found("4.91701E+12");
    assert.equal(shortened.id, "4.91701E+12");
    assert.deepEqual(shortened.warnings[0]?.[0], "shortened-number");
    assert.doesNotMatch(JSON.stringify(shortened.warnings), /4\.91/);
    for (const [what, code] of Object.entries(unseen)) {
      const hidden = String.fromCodePoint(code);
      const shown = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
      for (const [id, place] of [
        [`${hidden}CUST-1`, 1],
        [`CU${hidden}ST-1`, 3],
        [`CUST-1${hidden}`, 7],
      ] as const) {
        const { id: read, warnings } = found(id);
        assert.equal(read, id, what);
        assert.equal(warnings.length, 1, what);
        assert.equal(warnings[0]?.[0], "invisible-character", what);
        assert.ok(
          warnings[0]?.[1]?.includes(`${shown} at place ${place},`),
          `${what}: ${warnings[0]?.[1]}`,
        );
      }
    }
    for (const id of ["名前-1", "É-1", "e\u0301-1", "🎟-1", "a\u0332"])
      assert.deepEqual(found(id).warnings, [], id);
    assert.deepEqual(found("CUST 1").warnings, []);
    assert.deepEqual(found("1E5-A").warnings, []);
  });
});

/** The cells that a reader sees who takes quotes only where a cell begins with them. */
function cellsBy(delimiter: string, text: string): string[] {
  const cell = new RegExp(
    `(?:"((?:[^"]|"")*)"?)?([^${delimiter}\\r\\n]*)(?:${delimiter}|\\r|\\n|$)`,
    "y",
  );
  const cells: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, quoted = "", rest = ""] = cell.exec(text) ?? assert.fail();
    cells.push(quoted.replaceAll('""', '"') + rest);
  }
  return cells;
}
