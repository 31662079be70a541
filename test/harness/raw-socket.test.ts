import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { RawConnection } from "./raw-socket.ts";

/** A listener that ends connections which ask for it at once, and silent ones after a moment. */
async function startListener() {
  const sockets = new DisposableStack();
  const server = createServer((socket) => {
    sockets.defer(() => socket.destroy());
    const silence = setTimeout(() => socket.destroy(), 50);
    socket.on("data", (bytes) => {
      clearTimeout(silence);
      if (String(bytes) === "end") socket.end();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  sockets.defer(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.dispose]: () => sockets.dispose() };
}

describe("a connection", () => {
  for (const [word, ends] of [
    ["end", true],
    ["stay", false],
  ] as const) {
    test(`is seen to ${word} before a silent one does`, async () => {
      using listener = await startListener();
      using connection = await RawConnection.open(listener.url);
      connection.write(word);
      assert.equal(await connection.endsAtOnce(), ends);
    });
  }
});
