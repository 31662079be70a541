import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRefused } from "../../domain/refusal.ts";
import { parseQueryString } from "./bookings-query.ts";

test("every parameter has all its values, in the order sent (R66)", () => {
  for (const [text, expected] of [
    ["", []],
    ["&", []],
    ["&&&", []],
    ["a=1", [["a", ["1"]]]],
    ["a=1&a=2&a=1", [["a", ["1", "2", "1"]]]],
    [
      "a=1&b=x&a=2",
      [
        ["a", ["1", "2"]],
        ["b", ["x"]],
      ],
    ],
    ["&a=1&&", [["a", ["1"]]]],
    ["a=", [["a", [""]]]],
    ["a", [["a", [""]]]],
    ["a&a=", [["a", ["", ""]]]],
    ["=1", [["", ["1"]]]],
    ["a=b=c", [["a", ["b=c"]]]],
    ["a==", [["a", ["="]]]],
    ["a=1;b=2", [["a", ["1;b=2"]]]],
    ["a=1,2", [["a", ["1,2"]]]],
    ["a=b?c=d", [["a", ["b?c=d"]]]],
    ["?a=1", [["?a", ["1"]]]],
    ["a[]=1", [["a[]", ["1"]]]],
    ["a[b]=1", [["a[b]", ["1"]]]],
    ["a.b=1", [["a.b", ["1"]]]],
  ] as const) {
    assert.deepEqual(parsed(text), expected, text);
  }
});

test("names and values are percent-decoded once, and + is a space", () => {
  for (const [text, name, value] of [
    ["a=x%20y", "a", "x y"],
    ["a=x+y", "a", "x y"],
    ["a=x%2By", "a", "x+y"],
    ["a=x%2520y", "a", "x%20y"],
    ["a=%26b%3D1", "a", "&b=1"],
    ["a=Zo%C3%AB", "a", "Zoë"],
    ["a=%F0%9F%98%80", "a", "😀"],
    ["a=%c3%ab", "a", "ë"],
    ["a=%00", "a", "\0"],
    ["a=%0D%0A", "a", "\r\n"],
    ["external%5Fid=7", "external_id", "7"],
    ["slot_date_range%2Efrom=7", "slot_date_range.from", "7"],
    ["external%5fid=+7+", "external_id", " 7 "],
  ] as const) {
    assert.deepEqual(parsed(text), [[name, [value]]], text);
  }
});

test("what is not percent-encoded UTF-8 is refused, in a name or a value, and never repaired", () => {
  for (const broken of [
    "%",
    "%4",
    "%zz",
    "%u0041",
    "100%",
    "%C3",
    "%C3%28",
    "%FF",
    "%E9",
    "%C0%80",
    "%ED%A0%80",
    "%F4%90%80%80",
    "% 41",
  ]) {
    for (const text of [`a=${broken}`, broken, `${broken}=1`, `a=1&b=${broken}&c=2`]) {
      assert.deepEqual(parseQueryString(text), { refused: { why: "query-malformed" } }, text);
    }
  }
});

test("names that every object answers to are parameters like any other", () => {
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "length"]) {
    assert.deepEqual(parsed(`${name}=1&${name}=2`), [[name, ["1", "2"]]]);
  }
  const parameters = parseQueryString("a=1");
  assert.ok(!isRefused(parameters));
  assert.equal(parameters.get("__proto__"), undefined);
  assert.equal(parameters.get("constructor"), undefined);
});

test("what encodeURIComponent wrote is read as it was (R61, A45)", () => {
  const name = fc.constantFrom("external_id", "public_keys", "a.b", "__proto__", "é");
  const wellFormed = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(name, fc.array(wellFormed, { minLength: 1 }), (key, values) => {
      const text = values
        .map((value) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
        .join("&");
      assert.deepEqual(parsed(text), [[key, values]]);
    }),
  );
});

test("no text throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from("%=&+?aAfF09 é\0")) }), (text) => {
      const parameters = parseQueryString(text);
      assert.ok(isRefused(parameters) || parameters.size <= text.length);
    }),
  );
});

function parsed(text: string): (readonly [string, readonly string[]])[] {
  const parameters = parseQueryString(text);
  if (isRefused(parameters)) assert.fail(`${text} was refused`);
  return [...parameters];
}
