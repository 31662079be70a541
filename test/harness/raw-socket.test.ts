import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { describe, test } from "node:test";
import { RawConnection } from "./raw-socket.ts";

/**
 * A listener that ends connections which ask for it at once, and silent ones a moment after another has spoken: by
 * then the word of the connection under test has arrived, however busy the machine is.
 */
async function startListener() {
  const sockets = new DisposableStack();
  const silent = new Set<Socket>();
  const endSilent = () => setTimeout(() => silent.forEach((socket) => socket.destroy()), 50);
  let isSpoken = false;
  const server = createServer((socket) => {
    sockets.defer(() => socket.destroy());
    silent.add(socket);
    if (isSpoken) endSilent();
    socket.on("data", (bytes) => {
      silent.delete(socket);
      isSpoken = true;
      endSilent();
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
