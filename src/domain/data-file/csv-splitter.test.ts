import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { CsvSplitter, parseCsvRows, type CsvRow } from "./csv-splitter.ts";

/** The rows of a file that comes in pieces of so many bytes, and the line at which it cannot be read. */
function splitAt(bytes: Buffer, size: number) {
  const splitter = new CsvSplitter();
  const rows: CsvRow[] = [];
  let fault: number | undefined;
  const take = (split: ReturnType<CsvSplitter["push"]>) => {
    rows.push(...split.rows);
    fault ??= split.fault?.line;
  };
  for (let begin = 0; begin < bytes.length; begin += size) {
    take(splitter.push(bytes.subarray(begin, begin + size)));
  }
  take(splitter.end());
  return { rows, fault, delimiter: splitter.delimiter };
}

describe("CSV that comes in pieces", () => {
  test("has the rows, the lines and the fault that it has as a whole, wherever it is cut", () => {
    const part = fc.constantFrom(
      "a",
      "é",
      "😀",
      ",",
      ";",
      '"',
      '""',
      "\n",
      "\r\n",
      "\r",
      "sep=;\n",
      "\uFEFF",
      " ",
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (parts, size) => {
          const bytes = Buffer.from(parts.join(""));
          const whole = splitAt(bytes, bytes.length + 1);
          assert.deepEqual(splitAt(bytes, size), whole);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  test("is bad at its first line that is not in UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from("a,b\n1,é\n2,"), Buffer.from([0xe9, 0x0a, 0x33])]);
    for (const size of [1, 4, 100]) assert.equal(splitAt(bytes, size).fault, 3);
  });

  test("holds one row, however many there are", () => {
    const splitter = new CsvSplitter();
    const rows = [splitter.push(Buffer.from("a\n1\n2")), splitter.push(Buffer.from("\n3\n"))];
    assert.deepEqual(
      rows.map((split) => split.rows.map(({ record }) => record[0])),
      [
        ["a", "1"],
        ["2", "3"],
      ],
    );
    assert.deepEqual(splitter.end(), { rows: [] });
    const all = parseCsvRows("a\n1\n2\n3\n");
    assert.equal(Array.isArray(all) && all.length, 4);
  });
});
