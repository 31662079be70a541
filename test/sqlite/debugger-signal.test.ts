import assert from "node:assert/strict";
import { test } from "node:test";
import { call } from "../harness/call.ts";
import { startServerProcess } from "../harness/process.ts";
import { migratedDatabase } from "../harness/test-database.ts";

test("SIGUSR1 opens no debugger, in no process of the service", async () => {
  await using database = await migratedDatabase();
  await using server = await startServerProcess(database.url, { PROCESSES: "2" });
  const workers = server.lines
    .map((line) => JSON.parse(line) as { msg: string; pid?: number })
    .filter(({ msg }) => msg === "server process serves")
    .flatMap(({ pid }) => pid ?? []);
  assert.equal(workers.length, 2);
  for (const pid of [server.child.pid ?? assert.fail(), ...workers]) process.kill(pid, "SIGUSR1");
  for (let asked = 0; asked < 20; asked += 1) {
    assert.equal((await call(server.api, { path: "/v1/nowhere" })).status, 404);
    assert.equal((await call(server.operator, { path: "/livez" })).status, 200);
  }
  assert.deepEqual(
    server.errors.filter((line) => /debugger/i.test(line)),
    [],
  );
});
