import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { foldedNames } from "../../../../test/harness/folded-names.ts";
import { matches, readScan, readTicketNumbers } from "./scanned-code.ts";

const booking = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";

describe("a booking's id is read", () => {
  const forms = {
    "as it is": booking,
    "with what scanners add around it": `\u001d ${booking}\r\n`,
    "in capitals, as with the shift lock on": booking.toUpperCase(),
    "out of a link": `https://tickets.example/t/${booking}`,
    "out of a link with more behind it": `https://tickets.example/${booking}?from=mail`,
    "after a word and a colon": `booking:${booking}`,
    "in braces": `{${booking}}`,
    "without hyphens": booking.replaceAll("-", ""),
    "with the sign that another country's keyboard has there": booking.replaceAll("-", "ß"),
    "the last one of several": `https://x.example/00000000-0000-4000-8000-000000000000/${booking}`,
  };
  for (const [how, typed] of Object.entries(forms)) {
    test(how, () => assert.deepEqual(readScan(typed), { kind: "booking", booking }));
  }
});

test("what is no booking's id is words, as typed but for the space around it", () => {
  for (const text of ["CUST-1", "Zoë Łukasz", booking.slice(1), `${booking}0`, "12", "<b>x</b>"]) {
    assert.deepEqual(readScan(` ${text} `), { kind: "words", text });
  }
});

test("an empty box is nothing", () => {
  for (const text of ["", "  ", "\r\n", "\u001d"]) {
    assert.deepEqual(readScan(text), { kind: "nothing" });
  }
});

test("tickets are chosen by their numbers, and by no others", () => {
  const cases: readonly (readonly [string, readonly number[] | null])[] = [
    ["2", [2]],
    ["1 3", [1, 3]],
    ["1,3", [1, 3]],
    ["3 3", [3]],
    ["4", null],
    ["1 4", null],
    ["0", null],
    ["", null],
    ["one", null],
    ["1 Ada", null],
    ["99999", null],
  ];
  for (const [typed, numbers] of cases) {
    assert.deepEqual(readTicketNumbers(typed, [1, 2, 3]), numbers, typed);
  }
});

test("people are found by how their names begin, whatever the accents, case and order", () => {
  const zoe = ["Zoë Lefèvre-Roy", null, "CUST-7"];
  for (const text of ["zoe", "LEFEVRE", "lef zo", "roy", "cust-7", "7", "Zoë"]) {
    assert.ok(matches(text, zoe), text);
  }
  for (const text of ["zoey", "oe", "cust-8", "zoe cust-8"]) assert.ok(!matches(text, zoe), text);
});

test("people are found by the words that the service finds them by", () => {
  for (const [name, words] of foldedNames) {
    for (const word of words) {
      assert.ok(matches(word, [name]), `${word} finds ${name}`);
      assert.ok(!matches(`${word}x`, [name]), `${word}x does not find ${name}`);
    }
    if (words.length > 0) assert.ok(matches(name, [words.join(" ")]), name);
  }
});
