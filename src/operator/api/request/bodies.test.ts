import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test, type TestContext } from "node:test";
import { guardBody, TooManyBytes, TooSlow } from "./wire.ts";

const limit = Infinity;
const turn = () => new Promise((resolve) => setImmediate(resolve));

function startBody(t: TestContext, isUpload: boolean) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const sender = new PassThrough();
  const guarded = guardBody(sender, { isUpload, limit });
  const state: { error: Error | null; bytes: number } = { error: null, bytes: 0 };
  guarded.on("error", (error) => {
    state.error = error;
  });
  guarded.on("data", (piece: Buffer) => {
    state.bytes += piece.length;
  });
  return { sender, state, tenSeconds: () => t.mock.timers.tick(10_000) };
}

test("a body of JSON that has not arrived in ten seconds is too slow, however it drips", async (t) => {
  const { sender, state, tenSeconds } = startBody(t, false);
  sender.write(Buffer.alloc(100_000));
  await turn();
  tenSeconds();
  await turn();
  assert.ok(state.error instanceof TooSlow);
});

test("an upload may take minutes while it keeps its rate", async (t) => {
  const { sender, state, tenSeconds } = startBody(t, true);
  for (let interval = 0; interval < 30; interval += 1) {
    sender.write(Buffer.alloc(64 * 1024));
    await turn();
    tenSeconds();
  }
  assert.equal(state.error, null);
  sender.end();
  await turn();
  await turn();
  tenSeconds();
  assert.equal(state.error, null);
  assert.equal(state.bytes, 30 * 64 * 1024);
});

test("an upload below its rate is too slow", async (t) => {
  const { sender, state, tenSeconds } = startBody(t, true);
  sender.write(Buffer.alloc(64 * 1024 - 1));
  await turn();
  tenSeconds();
  await turn();
  assert.ok(state.error instanceof TooSlow);
});

test("a sender that disconnects before the end is no end", async (t) => {
  const { sender, state } = startBody(t, true);
  sender.write("half");
  sender.destroy();
  await turn();
  assert.match(state.error?.message ?? "", /premature close/i);
});

test("a body that is refused unread fails without an error that ends the thread", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const guarded = guardBody(new PassThrough(), { isUpload: false, limit });
  t.mock.timers.tick(10_000);
  await turn();
  assert.ok(guarded.errored instanceof TooSlow);
});

test("a body that has arrived is not too slow, however late it is read", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const sender = new PassThrough();
  const guarded = guardBody(sender, { isUpload: false, limit });
  sender.end("whole");
  await turn();
  await turn();
  t.mock.timers.tick(10_000);
  await turn();
  assert.equal(guarded.errored, null);
});

test("an upload that is refused unread fails without an error that ends the thread", async () => {
  const sender = new PassThrough();
  const disconnected = guardBody(sender, { isUpload: true, limit: 100 });
  sender.write("half");
  sender.destroy();
  const tooLong = guardBody(new PassThrough().end("too long"), { isUpload: true, limit: 3 });
  await turn();
  await turn();
  assert.match(disconnected.errored?.message ?? "", /premature close/i);
  assert.ok(tooLong.errored instanceof TooManyBytes);
});
