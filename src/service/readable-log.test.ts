import assert from "node:assert/strict";
import { test } from "node:test";
import { stripVTControlCharacters } from "node:util";
import { readableLines } from "./readable-log.ts";

const time = "2030-05-01T08:00:00.000Z";
const line = (fields: object) => `${JSON.stringify(fields)}\n`;

test("a readable line has time, level, message and what else is known", () => {
  const lines =
    line({ level: "info", time, api: "http://127.0.0.1:8080", msg: "ready" }) +
    line({ level: "warn", time, dropped: 3, removed: { token: 1 }, msg: "log lines dropped" }) +
    line({ level: "info", time, why: 'a "word" = more', empty: "" });
  assert.equal(
    readableLines(lines, false),
    `${time} INFO  ready api=http://127.0.0.1:8080\n` +
      `${time} WARN  log lines dropped dropped=3 removed={"token":1}\n` +
      `${time} INFO  why="a \\"word\\" = more" empty=""\n`,
  );
});

test("a fault's stack and that of its cause stand below, and what is no JSON stays", () => {
  const fault = { stack: "Error: a\n    at b", cause: "Error: c" };
  assert.equal(
    readableLines(`${line({ level: "error", time, fault, msg: "failed" })}{x\nplain\n`, false),
    `${time} ERROR failed\n  Error: a\n      at b\n  Error: c\n{x\nplain\n`,
  );
});

test("a terminal obeys no character of a value, and colours come only where they are asked for", () => {
  const lines = line({
    level: "info",
    time,
    address: "\u001b[2J\u202ex\u0085",
    msg: "a\u001bb\nc",
  });
  const plain = readableLines(lines, false);
  assert.doesNotMatch(plain.slice(0, -1), /[\p{Cc}\p{Cf}]/u);
  assert.match(plain, /INFO {2}a\\u\{1b\}b\\u\{a\}c address=/);
  const coloured = readableLines(lines, true);
  assert.ok(coloured.includes("\u001b[32mINFO "));
  assert.equal(stripVTControlCharacters(coloured), plain);
});
