import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "node:test";
import { Client } from "pg";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import { call, type Answer } from "../harness/call.ts";
import { breaches } from "../harness/database.ts";
import { startServerProcess } from "../harness/process.ts";
import { acmeWith, booking, cancelPath, fetchPath, productionHost } from "../harness/seed.ts";
import { startTestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const bookings = 100;
const callers = 6;
/** One connection is ended after so many answers: however slow the machine, requests are answered between two ends. */
const answersPerKill = 4;
const enoughKills = 20;

describe("connections that PostgreSQL ends at random instants", () => {
  test("P1 P20 lose nothing that was acknowledged, and no answer lies", async () => {
    const lines = Array.from({ length: bookings }, (_, index) =>
      booking("killed", { slot_starting_at: `2030-05-${10 + (index % 10)}T08:00:00Z` }),
    );
    await using prepared = await startTestService([acmeWith(lines)]);
    const token = await prepared.token();
    await using server = await startServerProcess(prepared.databaseUrl, {
      RATE_LIMIT_REQUESTS_PER_MINUTE: "0",
    });
    const progress = { answers: 0, turns: 0, kills: 0, over: false };
    /** However many answers a machine gives between two kills, in the end there are enough of both. */
    const goesOn = () =>
      !progress.over && (progress.turns < bookings || progress.kills < enoughKills);
    const ask = async (request: object): Promise<Answer> => {
      const answer = await call(server.api, {
        path: fetchPath,
        host: productionHost,
        token,
        ...request,
      });
      progress.answers += 1;
      return answer;
    };

    const statuses = { cancel: new Map<number, number>(), list: new Map<number, number>() };
    const count = (of: Map<number, number>, { status }: Answer) =>
      of.set(status, (of.get(status) ?? 0) + 1);

    /**
     * Under one key a cancel may be tried again until the answer is final, and asked for again when
     * all are cancelled.
     */
    async function cancelAll(): Promise<void> {
      while (goesOn()) {
        const id = lines[progress.turns++ % bookings]?.booking ?? "";
        const headers = { "idempotency-key": id };
        const cancel = { method: "POST", path: cancelPath, headers, body: { booking: id } };
        for (let answer = await ask(cancel); ; answer = await ask(cancel)) {
          count(statuses.cancel, answer);
          if (answer.status !== 503) break;
          await sleep(20);
        }
        // What was acknowledged is there for the next reader, if there is an answer at all.
        const listed = await ask({ path: `${fetchPath}?external_id=killed&page_size=1000` });
        count(statuses.list, listed);
        if (listed.status !== 200) continue;
        const record = listed.json.bookings.find((one: { booking: string }) => one.booking === id);
        assert.equal(record?.booking_status, "CANCELLED");
      }
    }

    const killing = killBackends(
      prepared.databaseUrl,
      async () => {
        const enough = progress.answers + answersPerKill;
        while (goesOn() && progress.answers < enough) await sleep(1);
        await sleep(10 * Math.random());
        return goesOn();
      },
      () => (progress.kills += 1),
    );
    await Promise.all([killing, ...Array.from({ length: callers }, cancelAll)]).finally(
      () => (progress.over = true),
    );

    const { 200: done200, ...others } = Object.fromEntries(statuses.cancel);
    assert.equal(done200, progress.turns);
    assert.deepEqual(
      Object.keys(others).filter((status) => status !== "503"),
      [],
    );
    for (const status of statuses.list.keys()) assert.ok([200, 503].includes(status), `${status}`);
    assert.deepEqual(breaches(prepared.databaseUrl), []);
    const verified = await verifyAccount(prepared.store, null);
    assert.ok("violations" in verified);
    assert.deepEqual(verified.violations, []);
    assert.equal(server.child.exitCode, null);
    // The last kill may have ended the connection that the first of these checks uses.
    await until(async () => (await call(server.operator, { path: "/readyz" })).status === 200);
  });
});

/** Ends a connection of the service's, whatever it is doing, each time that it is let. */
async function killBackends(
  databaseUrl: string,
  next: () => Promise<boolean>,
  onKilled: () => void,
): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    while (await next()) {
      const { rows } = await client.query(
        `select pg_terminate_backend(pid) as ended
         from pg_stat_activity
         where datname = current_database()
           and application_name = 'booking'
         order by state = 'idle', random()
         limit 1`,
      );
      if (rows[0]?.ended === true) onKilled();
    }
  } finally {
    await client.end();
  }
}
