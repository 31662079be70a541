import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, test } from "node:test";
import { Client } from "pg";
import { query } from "../harness/database.ts";
import { hasPgBouncer, startPgBouncer } from "../harness/pgbouncer.ts";
import { program, programWords } from "../harness/program.ts";
import { acmeWith, booking } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

/** Shorter than the server lets a command's statement wait for a lock, and much longer than its look at the client. */
const soon = { limitMs: 40_000 };

describe("a statement ends soon after its command", () => {
  for (const signal of ["SIGKILL", "SIGINT"] as const) {
    test(`that got ${signal}`, async () => {
      await using service = await startTestService([acmeWith([booking("ann")])]);
      const { databaseUrl } = service;
      await using _ = await holding(databaseUrl);
      await endWhileItWaits({ databaseUrl, seen: databaseUrl, signal, words: ["verify"] });
    });
  }

  test(
    "that PgBouncer lent a session for a transaction",
    { skip: !hasPgBouncer && "no pgbouncer" },
    async () => {
      await using pooler = await startPgBouncer(process.env["TEST_DATABASE_URL"] ?? "");
      await using service = await startTestService([acmeWith([booking("ann")])]);
      const { databaseUrl } = service;
      await using _ = await holding(databaseUrl);
      await endWhileItWaits({
        databaseUrl: pooler.through(databaseUrl),
        seen: databaseUrl,
        signal: "SIGKILL",
        words: ["export", "acme/production"],
        environment: { DATABASE_POOLER: "transaction" },
      });
    },
  );
});

interface Waiting {
  /** The command's database, and the same one past a pooler. */
  readonly databaseUrl: string;
  readonly seen: string;
  readonly signal: NodeJS.Signals;
  readonly words: readonly string[];
  readonly environment?: Record<string, string>;
}

async function endWhileItWaits(waiting: Waiting): Promise<void> {
  const { databaseUrl, seen, signal, words, environment } = waiting;
  const child = spawn(program, [...programWords, ...words], {
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, ...environment },
    stdio: "ignore",
  });
  const gone = once(child, "exit");
  await until(() => waitingStatements(seen) > 0);
  child.kill(signal);
  await gone;
  await until(() => waitingStatements(seen) === 0, soon);
  assert.equal(child.signalCode, signal);
}

/** Keeps everybody from the tickets. */
async function holding(url: string) {
  const client = new Client(url);
  await client.connect();
  await client.query("begin");
  await client.query("lock table ticket in access exclusive mode");
  return { [Symbol.asyncDispose]: () => client.end() };
}

function waitingStatements(url: string): number {
  return query(
    url,
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  ).length;
}
