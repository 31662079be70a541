import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test, type TestContext } from "node:test";
import { paceBody, TooSlow } from "./pace-body.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

function startBody(t: TestContext, isUpload: boolean) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const sender = new PassThrough();
  const paced = paceBody(sender, isUpload);
  const state: { error: Error | null; bytes: number } = { error: null, bytes: 0 };
  paced.on("error", (error) => {
    state.error = error;
  });
  paced.on("data", (piece: Buffer) => {
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
  assert.match(state.error?.message ?? "", /broke off/);
});

test("a body that is refused unread fails without an error that ends the thread", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const paced = paceBody(new PassThrough(), false);
  t.mock.timers.tick(10_000);
  await turn();
  assert.ok(paced.errored instanceof TooSlow);
});

test("a body that has arrived is not too slow, however late it is read", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const sender = new PassThrough();
  const paced = paceBody(sender, false);
  sender.end("whole");
  await turn();
  await turn();
  t.mock.timers.tick(10_000);
  await turn();
  assert.equal(paced.errored, null);
});
