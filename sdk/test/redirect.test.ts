import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { BookingClient } from "../src/index.ts";
import { credentials } from "./scripted-client.ts";

async function listening(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.dispose]: () => server.close().closeAllConnections() };
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`a ${status} takes neither secret nor token to another host`, async () => {
    let arrived = 0;
    using elsewhere = await listening((_, response) => {
      arrived += 1;
      response.end("{}");
    });
    let redirectsToken = true;
    using host = await listening((request, response) => {
      if (!redirectsToken && request.url?.endsWith("oauth:token") === true) {
        response.end('{"access_token":"t","token_type":"Bearer","expires_in":3600}');
        return;
      }
      response.writeHead(status, { location: `${elsewhere.url}${request.url}` }).end();
    });
    const client = new BookingClient({ ...credentials, baseUrl: host.url });
    await assert.rejects(client.listBookings("C1"), { name: "RequestError", message: /redirects/ });
    redirectsToken = false;
    await assert.rejects(client.listBookings("C1"), { name: "RequestError", message: /redirects/ });
    await assert.rejects(client.cancelBooking("b1"), { name: "RequestError" });
    assert.equal(arrived, 0);
  });
}
