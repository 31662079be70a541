import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../src/store/store.ts";
import { call } from "../../test/harness/call.ts";
import { startServerProcess } from "../../test/harness/process.ts";
import type { Random } from "../../test/harness/random.ts";
import { testDatabase } from "../../test/harness/test-database.ts";
import { tornPages } from "./held-against-invariants.ts";

/** About the duration of a start with migrations; kills happen at any moment of it. */
const startMs = 900;
const killsPerDatabase = 4;

/** Kills the first starts on an empty database, then lets one succeed, which must find a whole database. */
export async function killFirstStart(random: Random): Promise<string[]> {
  await using database = await testDatabase();
  for (let killed = 0; killed < killsPerDatabase; killed += 1) {
    const child = spawn(process.execPath, ["bin/booking.js", "serve"], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: database.url,
        PORT: "0",
        OPERATOR_PORT: "0",
        LOG_LEVEL: "silent",
      },
      stdio: "ignore",
    });
    const gone = once(child, "exit");
    await sleep(random(startMs));
    child.kill("SIGKILL");
    await gone;
  }
  await using server = await startServerProcess(database.url);
  const ready = await call(server.operator, { path: "/readyz", host: "localhost" });
  const store = openStore(database.url);
  const state = await store.schemaState();
  await store.close();
  return [
    ...(ready.status === 200 ? [] : [`after killed first starts it is not ready: ${ready.text}`]),
    ...(JSON.stringify(state).includes("current")
      ? []
      : [`after killed first starts the schema is ${JSON.stringify(state)}`]),
    ...tornPages(database.url),
  ];
}
