import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { describe, test, type TestContext } from "node:test";
import { drain } from "./drain.ts";

/** A server with a connection that says nothing, and what the drain does to it when. */
async function startDrain(context: TestContext, graceSeconds: number) {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const silent = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(server, "connection");
  const closed = { idle: 0, all: 0 };
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const drained = drain(server, graceSeconds, {
    closeIdleConnections: () => (closed.idle += 1),
    closeAllConnections: () => (closed.all += 1),
  });
  return {
    closed,
    pass: (ms: number) => context.mock.timers.tick(ms),
    end: async () => {
      silent.destroy();
      await drained;
    },
  };
}

describe("the drain of a server", () => {
  test("leaves a connection without a request a second, and then looks for more", async (context) => {
    const { closed, pass, end } = await startDrain(context, 10);
    pass(999);
    assert.equal(closed.idle, 0);
    pass(1);
    assert.equal(closed.idle, 1);
    pass(200);
    assert.deepEqual(closed, { idle: 3, all: 0 });
    await end();
  });

  test("cuts off what has not finished after the grace period", async (context) => {
    const { closed, pass, end } = await startDrain(context, 10);
    pass(9_999);
    assert.equal(closed.all, 0);
    pass(1);
    assert.equal(closed.all, 1);
    await end();
  });

  test("looks for idle connections no later than the grace period ends", async (context) => {
    const { closed, pass, end } = await startDrain(context, 0.5);
    pass(500);
    assert.deepEqual(closed, { idle: 1, all: 1 });
    await end();
  });

  test("ends when the last connection has, and looks no more", async (context) => {
    const { closed, pass, end } = await startDrain(context, 10);
    await end();
    pass(60_000);
    assert.deepEqual(closed, { idle: 0, all: 0 });
  });
});
