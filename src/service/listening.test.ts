import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { describe, test } from "node:test";
import { bindPublicPort, socketsOf } from "./listening.ts";

const host = "127.0.0.1";

describe("the sockets of the public port", () => {
  test("have one port, and are as many for each process", async () => {
    const sockets = await bindPublicPort({ host, port: 0 }, 3);
    try {
      assert.equal(new Set(sockets.map((each) => each.address().port)).size, 1);
      const shares = [1, 2, 3].map((number) => socketsOf(sockets, number, 3));
      assert.deepEqual(
        shares.map((share) => share.length),
        [10, 10, 10],
      );
      assert.equal(new Set(shares.flat()).size, sockets.length);
    } finally {
      for (const socket of sockets) socket.close();
    }
  });

  test("are one for each of more processes than there are sockets", async () => {
    const sockets = await bindPublicPort({ host, port: 0 }, 40);
    for (const socket of sockets) socket.close();
    assert.equal(sockets.length, 40);
  });

  test("are not bound to a port that another service uses, even where it would share it", async () => {
    await using other = createServer();
    await once(other.listen({ host, port: 0, reusePort: true }), "listening");
    const { port } = other.address() as AddressInfo;
    await assert.rejects(bindPublicPort({ host, port }, 2), { code: "EADDRINUSE", port });
  });

  test("belong to every process where the system cannot spread connections over several", () => {
    assert.deepEqual(socketsOf(["only"], 1, 2), ["only"]);
    assert.deepEqual(socketsOf(["only"], 2, 2), ["only"]);
  });
});
