import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { RequestBody } from "./request-body.ts";

test("a body whose sender has gone before it is read is refused, not waited for", async () => {
  const read = Promise.withResolvers<unknown>();
  const server = createServer((request) => {
    // As while the token is looked up.
    request.once("close", () => read.resolve(new RequestBody(request).read()));
    socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nab");
  const outcome = await Promise.race([read.promise, sleep(5_000, "never settled")]);
  server.close();
  assert.deepEqual(outcome, {
    refused: {
      why: "http-malformed",
      problem: "the body is not as long as Content-Length says",
    },
  });
});
