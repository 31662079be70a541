import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTable } from "./table.ts";

test("cells stand under their headings, two spaces apart, without spaces at a line's end", () => {
  assert.equal(
    formatTable(
      ["account", "API hosts", "bookings"],
      [
        ["acme/production", "a.example", "7"],
        ["a/uat", "", "1000"],
      ],
    ),
    [
      "ACCOUNT          API HOSTS  BOOKINGS",
      "acme/production  a.example  7",
      "a/uat                       1000",
    ].join("\n"),
  );
});

test("a heading wider than its cells makes the column", () => {
  assert.equal(
    formatTable(["wide heading", "b"], [["x", "y"]]),
    "WIDE HEADING  B\nx             y",
  );
});

test("without rows the headings stand alone, and without either there is nothing", () => {
  assert.equal(formatTable(["account", "ends"], []), "ACCOUNT  ENDS");
  assert.equal(formatTable([], []), "");
});

test("a row that ends early leaves its last columns empty", () => {
  assert.equal(formatTable(["a", "b"], [["x"], ["y", "z"]]), "A  B\nx\ny  z");
});

test("cells are printed as they are: only headings become capitals", () => {
  assert.equal(formatTable(["id"], [["bsc_aBc"], ["Zoë"]]), "ID\nbsc_aBc\nZoë");
});

test("a table has as many rows as the memory holds", () => {
  const rows = Array.from({ length: 200_000 }, () => ["x"]);
  assert.equal(formatTable(["a"], rows).length, "A".length + rows.length * "\nx".length);
});

test("what does not fit into a narrow terminal becomes a block for each row", () => {
  const table = formatTable(
    ["account", "bookings"],
    [
      ["acme/production", "7"],
      ["a/uat", ""],
    ],
    20,
  );
  assert.equal(table, "ACCOUNT   acme/production\nBOOKINGS  7\n\nACCOUNT   a/uat\nBOOKINGS");
  assert.equal(formatTable(["a"], [["x"]], 1), "A\nx");
});
