import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, test } from "node:test";
import type { LoadOrder } from "./load-order.ts";
import { runLoad } from "./run-load.ts";

describe("load", () => {
  test("each value is sent in its turn, and every answer is counted by its status", async () => {
    await using server = await serve((request, response) => {
      server.seen.push(request.url ?? "");
      response.writeHead(request.url === "/b" ? 404 : 200).end("x");
    });
    const result = await runLoad({ ...order(server.port), connections: 1, from: 1, requests: 4 });
    assert.deepEqual(server.seen, ["/b", "/c", "/a", "/b"]);
    assert.deepEqual(result.statuses, { 200: 2, 404: 2 });
    assert.equal(result.requests, 4);
  });

  test("an answer that comes in pieces or in chunks is read to its end", async () => {
    await using server = await serve((request, response) => {
      if (request.url === "/a") response.setHeader("content-length", 8);
      response.write("1234");
      setTimeout(() => response.end("5678"), 5);
    });
    const result = await runLoad({ ...order(server.port), connections: 1, requests: 6 });
    assert.deepEqual(result.statuses, { 200: 6 });
  });

  test("an open loop counts the waiting that a stalling server causes, a closed one hides it", async () => {
    const stallMs = 300;
    let answered = 0;
    await using server = await serve((_request, response) => {
      answered += 1;
      if (answered === 50) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, stallMs);
      response.end("x");
    });
    const limits = { ...order(server.port), connections: 1, seconds: 1, requests: 1_000_000 };
    const open = await runLoad({ ...limits, rate: 400 });
    answered = 0;
    const closed = await runLoad({ ...limits, requests: 400 });
    // A third of a second's requests arrived during the stall and had to wait.
    assert.ok((open.latencies[900] ?? 0) > stallMs / 4, `open p90 ${open.latencies[900]}`);
    assert.ok((closed.latencies[900] ?? 0) < stallMs / 4, `closed p90 ${closed.latencies[900]}`);
    assert.ok((open.latencies[900] ?? 0) > 3 * (open.serviceTimes[900] ?? 0));
  });

  test("an open loop sends at its rate, however slow the answers are", async () => {
    await using server = await serve((_request, response) => {
      setTimeout(() => response.end("x"), 30);
    });
    const limits = { ...order(server.port), seconds: 1, requests: 1_000_000, rate: 300 };
    const { requests, sent } = await runLoad({ ...limits, connections: 100, settleSeconds: 0.5 });
    assert.ok(requests > 200 && requests < 400, String(requests));
    assert.ok(sent > requests + 75, "those that do not count were sent, too");
  });

  test("an open loop sends on each connection in its turn, so that none is idle for long", async () => {
    const ports = new Map<number, number>();
    await using server = await serve(({ socket }, response) => {
      const { remotePort = 0 } = socket;
      ports.set(remotePort, (ports.get(remotePort) ?? 0) + 1);
      response.end("x");
    });
    const limits = { ...order(server.port), connections: 10, requests: 100, rate: 1_000 };
    await runLoad(limits);
    assert.equal(ports.size, 10);
    assert.ok(Math.min(...ports.values()) > 3, [...ports.values()].join(", "));
  });

  test("a connection that breaks ends the run with an error", async () => {
    await using server = await serve((request) => {
      request.socket.destroy();
    });
    await assert.rejects(runLoad({ ...order(server.port), requests: 3 }), /closed|ECONNRESET/);
  });
});

function order(port: number): LoadOrder {
  return {
    port,
    connections: 2,
    pattern: { text: "GET /{} HTTP/1.1\r\nHost: here\r\n\r\n", values: ["a", "b", "c"] },
    from: 0,
    seconds: 60,
    requests: 10,
    rate: null,
    watched: [process.pid],
    lateWorkMs: 0,
  };
}

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seen: [] as string[],
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
