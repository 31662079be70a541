import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { unreadBody } from "./unread-body.ts";

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
