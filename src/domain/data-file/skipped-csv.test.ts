import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { skippedCsv } from "../../../test/harness/booking-csv.ts";

const reasons = (...lines: number[]) => new Map(lines.map((line) => [line, `why ${line}`]));

describe("rows that an import left out", () => {
  test("are handed back as they stand, with a column that says why", () => {
    const text = `\uFEFFa;b\n1;'=1\n"2;2";"say ""no"""\n3;\n`;
    assert.equal(
      skippedCsv(text, reasons(2, 3)),
      `\uFEFFimport_error;a;b\r\nwhy 2;1;'=1\r\nwhy 3;"2;2";"say ""no"""\r\n`,
    );
  });

  test("hold no formula: an apostrophe stands before it, which the import removes", () => {
    const text = `a,b\n1, =1+1\n'=2,+3\n"=""4""",-5\n@6,7-8\n`;
    assert.equal(
      skippedCsv(text, reasons(2, 3, 4, 5)),
      `\uFEFFimport_error,a,b\r\nwhy 2,1,'=1+1\r\nwhy 3,'=2,'+3\r\nwhy 4,"=""4""",'-5\r\nwhy 5,'@6,7-8\r\n`,
    );
  });

  test("are found by the line on which they begin", () => {
    const text = `a,b\n"one\ntwo",1\n3,4,5\n`;
    assert.equal(
      skippedCsv(text, reasons(2, 4)),
      `\uFEFFimport_error,a,b\r\nwhy 2,"one\ntwo",1\r\nwhy 4,3,4,5\r\n`,
    );
  });

  test("have the reason of the last import only", () => {
    const text = `a\tImport_Error\tb\n1\told\t2\n`;
    assert.equal(skippedCsv(text, reasons(2)), "\uFEFFimport_error\ta\tb\r\nwhy 2\t1\t2\r\n");
  });
});
