import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { test, describe } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestBody, decodeBody, parseJsonObject, unreadBody } from "./request-body.ts";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";

test("a body whose sender has gone before it is read is refused, not waited for", async () => {
  const read = Promise.withResolvers<unknown>();
  const server = createServer((request) => {
    // As while the token is looked up.
    request.once("close", () => read.resolve(new RequestBody(request).read()));
    socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nab");
  const outcome = await Promise.race([read.promise, sleep(5_000, "never settled")]);
  server.close();
  assert.deepEqual(outcome, {
    refused: {
      why: "http-malformed",
      problem: "the body is not as long as Content-Length says",
    },
  });
});

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

const json = '{"booking":"2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11"}';
const littleEndian = Buffer.from(json, "utf16le");

const cases: readonly (readonly [
  name: string,
  body: Buffer,
  headers: Record<string, string>,
  expected: string | null,
])[] = [
  ["gzip", gzipSync(json), { "content-encoding": "gzip" }, "compressed with gzip"],
  ["gzip without its header", gzipSync(json), {}, "compressed with gzip"],
  ["deflate", deflateSync(json), { "content-encoding": "Deflate " }, "compressed with deflate"],
  ["brotli", brotliCompressSync(json), { "content-encoding": "br" }, "compressed with br"],
  ["zstd", zstdCompressSync(json), { "content-encoding": "zstd" }, "compressed with zstd"],
  ["UTF-16, little endian", littleEndian, {}, "UTF-16"],
  ["UTF-16, big endian", Buffer.from(littleEndian).swap16(), {}, "UTF-16"],
  ["UTF-16 with a mark", Buffer.from(`\ufeff${json}`, "utf16le"), {}, "UTF-16"],
  [
    "multipart",
    Buffer.from("--x\r\n"),
    { "content-type": "multipart/form-data; boundary=x" },
    "multipart/form-data",
  ],
  ["XML", Buffer.from("<a/>"), { "content-type": "application/xml" }, null],
  ["half an object", Buffer.from(json.slice(0, 20)), {}, null],
  ["Latin-1", Buffer.from('{"booking":"\u00e9"}', "latin1"), {}, null],
  ["nothing", Buffer.alloc(0), { "content-encoding": "gzip" }, null],
];

for (const [name, body, headers, expected] of cases) {
  test(`of ${name} the answer names ${expected ?? "nothing"}`, () => {
    assert.equal(unreadBody({ headers }, body, false), expected);
  });
}

test("a form is named only where none is read", () => {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const body = Buffer.from("booking=1");
  assert.equal(unreadBody({ headers }, body, false), "application/x-www-form-urlencoded");
  assert.equal(unreadBody({ headers }, body, true), null);
});
