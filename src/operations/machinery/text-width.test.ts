import assert from "node:assert/strict";
import { test } from "node:test";
import { formatTable, textWidth } from "./table.ts";

test("a text takes the columns that a terminal gives it", () => {
  const widths: readonly [string, number][] = [
    ["", 0],
    ["Zoë", 3],
    ["Zoe\u0308", 3],
    ["東京", 4],
    ["한국", 4],
    ["ﾊﾝ", 2],
    ["Ｆ", 2],
    ["👩‍👩‍👧", 2],
    ["🇫🇷", 2],
    ["❤️", 2],
    ["©", 1],
    ["\u200b", 0],
    ["\u001b[1mbold\u001b[22m", 4],
    ["𠮷", 2],
    ["नि", 1],
  ];
  for (const [text, width] of widths) assert.equal(textWidth(text), width, text);
});

test("columns stand below each other beside wide characters and emoji", () => {
  assert.equal(
    formatTable(
      ["name", "n"],
      [
        ["東京", "1"],
        ["👩‍👩‍👧", "2"],
        ["Zoe\u0308", "3"],
      ],
    ),
    "NAME  N\n東京  1\n👩‍👩‍👧    2\nZoe\u0308   3",
  );
});

test("where a table is too wide, columns of words are cut, and no id or time is", () => {
  const id = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";
  const table = (title: string, width: number) =>
    formatTable(["booking", "title", "at"], [[id, title, "2030-05-01 08:00"]], width).split("\n");
  const lines = (title: string) => table(title, 78).map((line) => [line, textWidth(line)]);
  assert.deepEqual(lines("Tasting of old wines, with cheese")[1], [
    `${id}  Tasting of old wines,…  2030-05-01 08:00`,
    78,
  ]);
  // Neither half of a wide character nor a part of a family stays behind.
  assert.deepEqual(lines("東京の古いワインと日本の酒")[1], [
    `${id}  東京の古いワインと日…  2030-05-01 08:00`,
    77,
  ]);
  assert.match(
    table(`Kids and parents ${"👩‍👩‍👧".repeat(8)}`, 78)[1] ?? "",
    /  Kids and parents 👩‍👩‍👧👩‍👩‍👧…  /u,
  );
  assert.equal(table("Tasting of old wines", 77).length, 2);
  // Below sixteen columns words say too little: a block a row, uncut.
  assert.deepEqual(table("Tasting of old wines", 60), [
    `BOOKING  ${id}`,
    "TITLE    Tasting of old wines",
    "AT       2030-05-01 08:00",
  ]);
});

test("a column that has an address or an id beside words is not cut", () => {
  const url = "http://collector.monitoring.example:4318/some/path";
  const rows = [
    ["ENDPOINT", url],
    ["KEY", "not set"],
  ];
  assert.deepEqual(formatTable(["variable", "value"], rows, 40).split("\n"), [
    "VARIABLE  ENDPOINT",
    `VALUE     ${url}`,
    "",
    "VARIABLE  KEY",
    "VALUE     not set",
  ]);
});

test("a table's width is that of its columns, and of what a terminal shows for a control", () => {
  const table = (cell: string) => formatTable(["a", "b"], [[cell, "x"]], 11);
  assert.equal(table("東京東京").split("\n").length, 2);
  assert.equal(table("東京東京東"), "A  東京東京東\nB  x");
  assert.match(table("\u202e"), /^A {7}B\n\\u202e {2}x$/);
});
