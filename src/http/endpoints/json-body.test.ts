import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { decodeBody, parseJsonObject } from "./json-body.ts";

describe("parseJsonObject", () => {
  test("reads an object, whatever stands around or in it", () => {
    for (const [text, value] of [
      ["{}", {}],
      ['{"booking":"x"}', { booking: "x" }],
      [' \r\n\t{"a":[1,{"b":null}]} \n', { a: [1, { b: null }] }],
      ['{"a":"Zoë 😀"}', { a: "Zoë 😀" }],
      ['{"a":"\\u0000"}', { a: "\0" }],
      ['{"a":1,"a":2}', { a: 2 }],
      ['\ufeff{"a":1}', { a: 1 }],
    ] as const) {
      assert.deepEqual(parseJsonObject(Buffer.from(text)), value, text);
    }
  });

  test("is null for any other JSON, and for what is no JSON (A30, A34)", () => {
    for (const text of [
      "",
      " ",
      "[]",
      '[{"a":1}]',
      '"{}"',
      "null",
      "true",
      "7",
      "{",
      "}",
      "{}{}",
      "{} x",
      "{a:1}",
      "{'a':1}",
      '{"a":1,}',
      '{"a":NaN}',
      '{"a":01}',
      '{"a":"\n"}',
      "// x\n{}",
      "client_id=a&client_secret=b",
      "<a/>",
      "undefined",
      "[".repeat(50_000),
    ]) {
      assert.equal(parseJsonObject(Buffer.from(text)), null, text.slice(0, 40));
    }
  });

  test("is null where the text is no UTF-8", () => {
    for (const bytes of [
      [0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d],
      [0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d],
      [0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d],
      [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00],
    ]) {
      assert.equal(parseJsonObject(Buffer.from(bytes)), null);
    }
  });

  test("an entry called __proto__ changes nothing but itself", () => {
    const body = parseJsonObject(Buffer.from('{"__proto__":{"booking":"x"}}')) ?? {};
    assert.deepEqual(Object.keys(body), ["__proto__"]);
    assert.equal(body["booking"], undefined);
    assert.equal(Object.getPrototypeOf(body), Object.prototype);
    assert.equal(({} as Record<string, unknown>)["booking"], undefined);
  });
});

test("a body's text is its UTF-8", () => {
  assert.equal(decodeBody(Buffer.from("")), "");
  assert.equal(decodeBody(Buffer.from("a=Zoë")), "a=Zoë");
  assert.equal(decodeBody(Buffer.from([0x61, 0xff])), null);
});
