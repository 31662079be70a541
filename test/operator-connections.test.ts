import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { test } from "node:test";
import { openDesk } from "./harness/operator-api.ts";
import { startServerProcess } from "./harness/process.ts";
import { startTestService } from "./harness/service.ts";
import { until } from "./harness/until.ts";

test("P19 the operator's listener has a bound of connections, which log and metrics tell", async () => {
  await using prepared = await startTestService([]);
  const { key } = await openDesk(prepared);
  await using server = await startServerProcess(prepared.databaseUrl, {
    OPERATOR_CONNECTIONS_MAX: "8",
  });
  const sockets: Socket[] = [];
  const idle = 20;
  let open = 0;
  try {
    for (let each = 0; each < idle; each += 1) {
      const socket = connect(Number(new URL(server.operator).port), "127.0.0.1");
      socket.on("error", () => {});
      socket.on("close", () => (open -= 1));
      await once(socket, "connect");
      open += 1;
      sockets.push(socket);
    }
    const headers = { authorization: `Bearer ${key}` };
    const asked = await fetch(`${server.operator}/operator/v1/accounts`, { headers });
    assert.equal(asked.status, 200);
    await until(() => open < 8);
    const text = await (await fetch(`${server.operator}/metrics`)).text();
    const ended = /^booking_operator_connections_ended_for_room_total (\d+)$/m.exec(text)?.[1];
    assert.ok(Number(ended) >= idle - 8, `${ended} were ended`);
    const told = server.lines.filter((line) => line.includes("too many connections of operators"));
    assert.equal(told.length, 1);
    assert.equal(JSON.parse(told[0] ?? "").most, 8);
  } finally {
    for (const socket of sockets) socket.destroy();
  }
});

test("P19 whoever keeps the operator's listener busy without a key keeps nobody with a key out", async () => {
  await using prepared = await startTestService([]);
  const { key } = await openDesk(prepared);
  const most = 8;
  await using server = await startServerProcess(prepared.databaseUrl, {
    OPERATOR_CONNECTIONS_MAX: String(most),
    RATE_LIMIT_OPERATOR_FAILED_PER_MINUTE: "1",
  });
  const port = Number(new URL(server.operator).port);
  const request = "GET /operator/v1/accounts HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const sockets = new Set<Socket>();
  let isOver = false;
  // Each has several requests open, whose answers are held, and comes back when it was ended.
  const flood = (): void => {
    if (isOver) return;
    const socket = connect(port, "127.0.0.1");
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("data", () => socket.write(request));
    socket.on("close", () => {
      sockets.delete(socket);
      setTimeout(flood, 50);
    });
    socket.write(request.repeat(4));
  };
  try {
    for (let each = 0; each < most + 2; each += 1) flood();
    await until(() => server.lines.some((line) => line.includes("too many connections of")));
    const asked: unknown[] = [];
    for (let each = 0; each < 20; each += 1) {
      const headers = { authorization: `Bearer ${key}`, connection: "close" };
      const answer = fetch(`${server.operator}/operator/v1/accounts`, { headers });
      asked.push(await answer.then(({ status }) => status, String));
    }
    assert.deepEqual(
      asked,
      asked.map(() => 200),
    );
  } finally {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  }
});
