import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { test } from "node:test";
import { startCountingProxy } from "./counting-proxy.ts";

test("a proxy counts bytes each way, and messages sent together as one round trip", async () => {
  const echo = createServer((socket) => socket.pipe(socket));
  echo.listen(0, "127.0.0.1");
  await once(echo, "listening");
  await using proxy = await startCountingProxy((echo.address() as AddressInfo).port);
  const client = connect(proxy.port, "127.0.0.1").setEncoding("utf8");
  try {
    client.write("one");
    assert.deepEqual(await once(client, "data"), ["one"]);
    client.cork();
    client.write("two");
    client.write("three");
    client.uncork();
    assert.deepEqual(await once(client, "data"), ["twothree"]);
    const { roundTrips, bytesSent, bytesReceived } = proxy.traffic;
    assert.deepEqual([roundTrips, bytesSent, bytesReceived], [2, 11, 11]);
  } finally {
    client.destroy();
    echo.close();
  }
});
