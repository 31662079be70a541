import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { describe, test } from "node:test";
import { call } from "../harness/call.ts";
import { freePort } from "../harness/free-port.ts";
import { migratedDatabase } from "../harness/test-database.ts";
import { until } from "../harness/until.ts";

/** More answers than a pipe or socket that nobody reads can hold log lines of. */
const answers = 3_000;

/** Starts the real program with this standard output, which nobody reads. */
async function serveInto(stdout: number | "pipe", databaseUrl: string) {
  const [port, operatorPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, ["bin/booking.js", "serve"], {
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      OPERATOR_PORT: String(operatorPort),
    },
    stdio: ["ignore", stdout, "ignore"],
  });
  const gone = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [api, operator] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${operatorPort}`];
  await until(async () =>
    (await call(operator, { path: "/readyz" }).catch(() => null))?.status === 200 ? true : null,
  );
  return { child, gone, api, operator };
}

async function assertServes(stdout: number | "pipe"): Promise<void> {
  await using database = await migratedDatabase("sqlite");
  const { child, gone, api, operator } = await serveInto(stdout, database.url);
  try {
    for (let sent = 0; sent < answers; sent += 1) {
      assert.equal((await call(api, { path: "/nowhere" })).status, 404);
    }
    assert.equal((await call(operator, { path: "/livez" })).status, 200);
    child.kill("SIGTERM");
    assert.equal(await gone, 0, "it ends in order");
  } finally {
    child.kill("SIGKILL");
  }
}

describe("the log neither ends nor blocks the service", () => {
  test("when nobody reads standard output", () => assertServes("pipe"));

  test("when standard output is a full disk", async () => {
    const full = openSync("/dev/full", "w");
    try {
      await assertServes(full);
    } finally {
      closeSync(full);
    }
  });
});
