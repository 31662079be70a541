import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import type { AccountId } from "../../src/domain/account.ts";
import { runHousekeeping } from "../../src/usecases/housekeeping.ts";
import { callApi, acmePath, assertProblem, openDesk, type Desk } from "../harness/operator-api.ts";
import { startServerProcess } from "../harness/process.ts";
import { execute, query } from "../harness/query.ts";
import { acmeWith, booking, catalogue, withSlots } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const path = `${acmePath}/imports`;
const ndjson = { "content-type": "application/x-ndjson" };
const text = (lines: readonly object[]) =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const day = 24 * 3_600_000;

/** A line that is left out, with a character that no column of PostgreSQL holds. */
const bad = (who: string) => ({ ...booking(who), booking_status: "PERHAPS\u0000" });

async function ended(desk: Desk, job: string): Promise<any> {
  return until(async () => {
    const { json } = await desk.ask("GET", `${path}/${job}`);
    return json.state !== "running" && json;
  });
}

/** A second node on the same database, for the same operator. */
async function nodeBeside({ databaseUrl }: TestService, { key }: Desk) {
  const service = await startTestService([], { DATABASE_URL: databaseUrl });
  const ask: Desk["ask"] = (method, path, body, headers = {}) =>
    callApi(service, { method, path, token: key, headers, ...(body !== undefined && { body }) });
  return { service, desk: { key, ask } };
}

describe("an import over several nodes", () => {
  test("is told by each of them, with its left-out lines, also when its own has ended", async () => {
    await using one = await startTestService([{ name: acme, hosts: ["a.example"] }]);
    const desk = await openDesk(one);
    const other = await nodeBeside(one, desk);
    await using _ = other.service;
    const lines = text([...catalogue, ...withSlots([booking("CUST-1")]), bad("CUST-2")]);
    const headers = { ...ndjson, "idempotency-key": "nodes" };
    const id = randomUUID();
    const send = (to: Desk, query: string, more = {}) =>
      to.ask("POST", `${path}?skip_bad=true${query}`, lines, { ...ndjson, ...more });
    const started = await send(desk, `&import=${id}`, headers);
    assert.deepEqual([started.status, started.json.import], [202, id], started.text);
    const told = await ended(other.desk, id);
    assert.deepEqual([told.state, told.counts.created.booking, told.skipped_count], ["done", 1, 1]);
    const left = await desk.ask("GET", `${path}/${id}/skipped`);
    assert.match(left.text, /^# line \d+: .*\n.*"CUST-2".*\\u0000.*\n$/);

    await one.stop();
    assert.deepEqual((await other.desk.ask("GET", path)).json.items, [told]);
    assert.equal((await other.desk.ask("GET", `${path}/${id}/skipped`)).text, left.text);
    // The same file again under its id or its key is the same job.
    assert.deepEqual((await send(other.desk, `&import=${id}`)).json, told);
    assert.deepEqual((await send(other.desk, "", headers)).json, told);
    assert.equal((await other.desk.ask("GET", path)).json.items.length, 1);
  });

  test("whose node was killed says so on another", async () => {
    await using one = await startTestService([{ name: acme, hosts: ["a.example"] }]);
    const desk = await openDesk(one);
    await using killed = await startServerProcess(one.databaseUrl);
    const many = Array.from({ length: 20_000 }, (_, index) =>
      booking(`CUST-${index}`, { booking_status: "WAITLIST" }),
    );
    const started = await callApi(killed, {
      method: "POST",
      path,
      token: desk.key,
      headers: ndjson,
      body: text([...catalogue, ...withSlots(many)]),
    });
    assert.equal(started.status, 202, started.text);
    await killed.kill();
    const show = async () => (await desk.ask("GET", `${path}/${started.json.import}`)).json;
    const before = await show();
    assert.deepEqual([before.state, before.failure], ["running", undefined]);
    execute(one.databaseUrl, `update import_job set beat_at = ${Date.now() - 61_000}`);
    const after = await show();
    assert.deepEqual([after.state, after.failure], ["failed", "node-lost"]);
    assert.notEqual(after.ended_at, null);
    assert.deepEqual((await desk.ask("GET", path)).json.items, [after]);
  });

  test("that the service's end breaks off says so after the restart", async () => {
    await using one = await startTestService([{ name: acme, hosts: ["a.example"] }]);
    const desk = await openDesk(one);
    const other = await nodeBeside(one, desk);
    await using _ = other.service;
    const many = Array.from({ length: 20_000 }, (_, index) =>
      booking(`CUST-${index}`, { booking_status: "WAITLIST" }),
    );
    const lines = text([...catalogue, ...withSlots(many)]);
    const started = await desk.ask("POST", path, lines, ndjson);
    await one.stop();
    const { json } = await other.desk.ask("GET", `${path}/${started.json.import}`);
    assert.deepEqual([json.state, json.failure], ["failed", "stopped"]);
  });
});

describe("the lines that an import left out", () => {
  test("go with a contact that they name, with their seventh day, and with the tenth newer import", async () => {
    const people = ["CUST-1", "CUST-2", 'Ann "the" Ü'];
    await using service = await startTestService([acmeWith(people.map((who) => booking(who)))]);
    const desk = await openDesk(service);
    const account = service.store.account(1 as AccountId);
    const leaveOut = async (file: string) => {
      const { json } = await desk.ask("POST", `${path}?skip_bad=true`, file, ndjson);
      return (await ended(desk, json.import)).import as string;
    };
    const idOf = (who: string) => `external_id=${encodeURIComponent(who)}`;
    const erase = async (who: string) => {
      const { json } = await desk.ask("GET", `${acmePath}/contacts?${idOf(who)}`);
      const path = `${acmePath}/contacts/${json.items[0].contact}?upcoming=keep`;
      assert.equal((await desk.ask("DELETE", path)).status, 200);
    };
    const kept = async (jobs: readonly string[]) => {
      const answers = jobs.map((job) => desk.ask("GET", `${path}/${job}/skipped`));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const first = await leaveOut(text([bad("CUST-1")]));
    const second = await leaveOut(text([bad("CUST-2")]));
    const third = await leaveOut(text([bad('Ann "the" Ü')]));
    const found = await desk.ask("GET", `${acmePath}/bookings?${idOf("CUST-2")}`);
    const ofSecond = found.json.items[0].booking;
    const byBooking = await leaveOut(text([{ kind: "booking", booking: ofSecond }]));
    // A name that stands in two pieces.
    for (const [number, piece] of ["x CUS", "T-1 x"].entries()) {
      await account.importJobs.addLeftOut({
        job: third,
        number: number + 1,
        text: piece,
        now: Date.now(),
      });
    }
    assert.deepEqual(await kept([first, second, third, byBooking]), [200, 200, 200, 200]);
    await erase("CUST-1");
    assert.deepEqual(await kept([first, second, third, byBooking]), [404, 200, 404, 200]);
    assertProblem(await desk.ask("GET", `${path}/${first}/skipped`), 404, "no-skipped-lines");
    const fourth = await leaveOut(text([bad('Ann "the" Ü')]));
    await erase('Ann "the" Ü');
    assert.deepEqual(await kept([second, byBooking, fourth]), [200, 200, 404]);
    await erase("CUST-2");
    assert.deepEqual(await kept([second, byBooking]), [404, 404]);

    const jobs: string[] = [];
    for (let more = 0; more < 11; more += 1) jobs.push(await leaveOut('{"kind":"x"}\n'));
    assert.deepEqual(await kept(jobs), [404, ...Array(10).fill(200)]);

    const sweep = (now: number) =>
      runHousekeeping(
        {
          housekeeping: service.store.housekeeping,
          traceRetentionDays: 30,
          changesRetentionDays: 30,
          reportFault: (_, error) => assert.ifError(error),
          pause: async () => {},
          stopping: { aborted: false },
        },
        now,
      );
    const now = Date.now();
    assert.equal((await sweep(now + 7 * day - 60_000)).import_left_out, 0);
    const swept = await sweep(now + 7 * day + 1);
    assert.deepEqual([swept.import_left_out, swept.import_job], [10, 0]);
    assert.equal((await sweep(now + 30 * day + 1)).import_job, 16);
    assert.deepEqual(query(service.databaseUrl, "select * from import_job"), []);
  });
});
