import assert from "node:assert/strict";
import { test } from "node:test";
import { MessageCount } from "./message-count.ts";

/** A message of PostgreSQL's protocol; without a kind the first of a client. */
function message(kind: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + body.length);
  return Buffer.concat([Buffer.from(kind), length, Buffer.from(body)]);
}

test("messages are counted as they are, whatever pieces the bytes arrive in", () => {
  const bytes = Buffer.concat([message("", "user"), message("Q", "select 1"), message("S", "")]);
  for (let size = 1; size <= bytes.length; size += 1) {
    const count = new MessageCount("client");
    for (let at = 0; at < bytes.length; at += size) count.push(bytes.subarray(at, at + size));
    assert.equal(count.count, 3, `in pieces of ${size} bytes`);
  }
});

test("a server's first message has a kind", () => {
  const count = new MessageCount("server");
  count.push(Buffer.concat([message("R", "okay"), message("Z", "I")]));
  assert.equal(count.count, 2);
});
