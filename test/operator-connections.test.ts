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
