import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { call } from "../harness/call.ts";
import { program, programWords } from "../harness/program.ts";
import { acmeWith, fetchPath, productionHost as host } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const idleConnections = 400;
const atOnce = 50;
const openFiles = 256;

test("P19 idle connections give way where the limit of open files is low, and log and metrics show it", async () => {
  await using prepared = await startTestService([acmeWith([])]);
  const token = await prepared.token();
  const words = [program, ...programWords, "serve"];
  const child = spawn("sh", ["-c", `ulimit -n ${openFiles}; exec "$@"`, "sh", ...words], {
    env: { ...process.env, DATABASE_URL: prepared.databaseUrl, PORT: "0", OPERATOR_PORT: "0" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const sockets: Socket[] = [];
  try {
    const lines: any[] = [];
    createInterface(child.stdout).on("line", (line) => lines.push(JSON.parse(line)));
    await until(() => lines.some(({ msg }) => msg === "ready"));
    const { api, operator } = lines.find(({ msg }) => msg === "ready");
    const list = () => call(api, { path: `${fetchPath}?external_id=x`, host, token });
    let open = 0;
    const openOne = async () => {
      const socket = connect(Number(new URL(api).port), "127.0.0.1");
      sockets.push(socket);
      socket.on("error", () => {});
      socket.on("close", () => (open -= 1));
      await once(socket, "connect");
      open += 1;
    };
    // Some at a time: one by one, on a busy machine, the first would time out before there are enough.
    for (let opened = 0; opened < idleConnections; opened += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, openOne));
    }
    assert.equal((await list()).status, 200);
    // Not because all of them had timed out.
    assert.ok(open >= 100, `${open} idle connections are left`);
    await until(() => lines.some(({ msg }) => String(msg).startsWith("too many connections")));
    const told = lines.filter(({ msg }) => String(msg).startsWith("too many connections"));
    assert.equal(told.length, 1);
    assert.equal(told[0].open_files_limit, openFiles);
    const { text } = await call(operator, { path: "/metrics" });
    const ended = Number(/^booking_connections_ended_for_room_total (\d+)$/m.exec(text)?.[1]);
    assert.ok(ended >= idleConnections - openFiles, `${ended} were ended`);
  } finally {
    for (const socket of sockets) socket.destroy();
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});
