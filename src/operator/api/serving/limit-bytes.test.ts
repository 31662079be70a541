import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { limitBytes, TooManyBytes } from "./limit-bytes.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("an upload that is refused unread fails without an error that ends the thread", async () => {
  const sender = new PassThrough();
  const disconnected = limitBytes(sender, 100);
  sender.write("half");
  sender.destroy();
  const tooLong = limitBytes(new PassThrough().end("too long"), 3);
  await turn();
  await turn();
  assert.match(disconnected.errored?.message ?? "", /broke off/);
  assert.ok(tooLong.errored instanceof TooManyBytes);
});
