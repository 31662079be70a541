import assert from "node:assert/strict";
import { closeSync, openSync } from "node:fs";
import { describe, test } from "node:test";
import { call } from "../harness/call.ts";
import { serveInto } from "../harness/serve-into.ts";
import { migratedDatabase } from "../harness/test-database.ts";

/** More answers than a pipe or socket that nobody reads can hold log lines of. */
const answers = 3_000;

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
