import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { after, before, describe, test } from "node:test";
import { call } from "../harness/call.ts";
import { freePort } from "../harness/free-port.ts";
import { productionHost as host } from "../harness/seed.ts";
import { startTestService, type TestService } from "../harness/service.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { listPath } from "../processes/prepare-pools.ts";
import { findProgram, proxySamples, startProxy } from "./proxy.ts";

const atOnce = 60;
/** Without a trusted proxy the service ends a connection that was idle for eleven seconds. */
const idleMs = 11_500;

let service: TestService;
before(async () => {
  service = await startTestService(undefined, {
    TRUSTED_PROXIES: "127.0.0.1",
    RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
  });
});
after(() => service[Symbol.asyncDispose]());

/** Stands between a proxy and the public listener, and counts the connections, and those that the listener ended. */
async function openRelay(api: string) {
  const counts = { connections: 0, endedByService: 0 };
  const { hostname, port } = new URL(api);
  const server = createServer((proxy) => {
    counts.connections += 1;
    const listener = connect(Number(port), hostname);
    listener.once("end", () => {
      if (!proxy.readableEnded && !proxy.destroyed) counts.endedByService += 1;
    });
    for (const socket of [proxy, listener]) socket.on("error", () => socket.destroy());
    proxy.pipe(listener).pipe(proxy);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { address: `127.0.0.1:${(server.address() as AddressInfo).port}`, counts, server };
}

/** A burst through the proxy; each answer's status. */
function burst(api: string, token: string): Promise<number[]> {
  const ask = async () => (await call(api, { path: listPath, host, token })).status;
  return Promise.all(Array.from({ length: atOnce }, ask));
}

describe("a connection that a proxy of deploy/proxies keeps", { concurrency: true }, () => {
  for (const sample of proxySamples) {
    const skip = findProgram(sample.program) === null && `${sample.program} is not installed`;
    test(`${sample.name}: is never ended by the service`, { skip }, async () => {
      using folder = temporaryFolder();
      const listen = await freePort();
      const relay = await openRelay(service.api);
      const operator = new URL(service.operator).host;
      const ports = { listen, api: relay.address, operator };
      {
        await using _ = await startProxy(sample, folder.path, ports);
        const token = await service.token();
        const api = `http://127.0.0.1:${listen}`;
        const good = Array.from({ length: atOnce }, () => 200);
        assert.deepEqual(await burst(api, token), good);
        await sleep(idleMs);
        assert.deepEqual(await burst(api, token), good);
        assert.ok(relay.counts.connections > 1, "calls go through the relay");
        assert.equal(relay.counts.endedByService, 0);
      }
      relay.server.close();
    });
  }
});
