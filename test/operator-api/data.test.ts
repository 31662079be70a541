import assert from "node:assert/strict";
import { once } from "node:events";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { isRefused } from "../../src/domain/refusal.ts";
import { LongReads } from "../../src/operator/api/state/long-reads.ts";
import type { Parts, Operation } from "../../src/operations/machinery/operation.ts";
import { operations } from "../../src/operations/all.ts";
import { slotLine } from "../harness/booking-house.ts";
import { acmePath, assertProblem, callApi, openDesk, type Desk } from "../harness/operator-api.ts";
import { startServerProcess } from "../harness/process.ts";
import { execute, query } from "../harness/query.ts";
import { booking, catalogue, productionHost, withSlots } from "../harness/seed.ts";
import { acme, importLines, startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

const copy = { tenant: "copy", environment: "uat" } as const;
let service: TestService;
let desk: Desk;
before(async () => {
  const data = [...catalogue, slotLine({ capacity: 2 })];
  service = await startTestService([
    { name: acme, hosts: [productionHost], data },
    { name: copy, hosts: ["api.copy.example"] },
  ]);
  desk = await openDesk(service);
});
after(() => service[Symbol.asyncDispose]());

describe("an account's data", () => {
  test("can be downloaded as a file that gives an empty account the same", async () => {
    for (const who of ["ann", "bob", "cleo"]) {
      const made = await desk.ask("POST", `${acmePath}/bookings`, {
        external_id: who,
        interaction: "pk_summer",
        activity: "tasting",
        slot_starting_at: "2031-05-01T08:00:00Z",
        ticket_type: "standard",
      });
      assert.equal(made.status, 201, made.text);
    }
    const file = await desk.ask("GET", `${acmePath}/export`);
    assert.equal(file.status, 200);
    assert.equal(file.headers["content-type"], "application/x-ndjson; charset=utf-8");
    assert.match(String(file.headers["content-disposition"]), /filename="acme-production.ndjson"$/);
    const lines = file.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    assert.equal(lines.filter(({ kind }) => kind === "booking").length, 3);
    const id = (await service.store.accounts.identify(copy)) ?? assert.fail();
    await importLines(service.store, id, lines);
    const again = await desk.ask("GET", "/accounts/copy/uat/export");
    assert.deepEqual(again.text.split("\n").toSorted(), file.text.split("\n").toSorted());
  });

  test("is checked against the laws, and each breach is listed", async () => {
    const path = `${acmePath}/verify`;
    const good = await desk.ask("POST", path);
    assert.equal(good.status, 200, good.text);
    assert.deepEqual(good.json.breaches, []);
    assert.deepEqual(
      good.json.checked.accounts.map(({ account }: any) => account),
      ["acme/production"],
    );
    execute(service.databaseUrl, "update slot set taken = taken - 1 where taken > 0");
    const bad = await desk.ask("POST", path);
    assert.equal(bad.json.breaches[0].account, "acme/production");
    assert.equal(bad.json.breaches[0].slot.starting_at, "2031-05-01T08:00:00Z");
    execute(service.databaseUrl, "update slot set taken = taken + 1 where taken > 0");
  });
});

const twoAtOnce = () => new LongReads({ all: 4, ofAccount: 2, ofOperator: 4 });

describe("exports and verifications", () => {
  const ofRoute = (operation: string) =>
    operations.find((each) => each.name === operation) ?? assert.fail(operation);

  const order = {
    operator: { name: "desk" },
    query: {},
    audit: { actor: "desk", now: Date.now() },
  } as Parameters<Operation["run"]>[1];

  test("are two at once of an account, until one ends or its reader stops", async () => {
    const id = (await service.store.accounts.identify(acme)) ?? assert.fail();
    const parts = { store: service.store, longReads: twoAtOnce() } as unknown as Parts;
    const ask = async (operation: string) => {
      const answer = await ofRoute(operation).run(parts, order, { id, name: acme });
      return isRefused<{ why: string }>(answer) ? answer.refused.why : answer.body;
    };
    const files = [await ask("exportData"), await ask("exportData")];
    assert.equal(await ask("exportData"), "too-many-long-reads");
    assert.equal(await ask("verifyData"), "too-many-long-reads");
    for (const file of files) {
      assert.ok(file instanceof Readable);
      file.destroy();
      await once(file, "close");
      assert.notEqual(await ask("verifyData"), "too-many-long-reads");
      const whole = await ask("exportData");
      assert.ok(whole instanceof Readable);
      assert.match(await text(whole), /"kind":"group"/);
    }
  });

  test("end when their reader takes nothing for a minute", async (t) => {
    const many = { tenant: "many", environment: "uat" } as const;
    const data = [...catalogue, ...withSlots(Array.from({ length: 900 }, () => booking("x")))];
    await using other = await startTestService([
      { name: many, hosts: ["many.example"], data: data.map(withRoom) },
    ]);
    const { id = null } = (await other.store.accounts.find(many)) ?? {};
    assert.ok(id !== null);
    const longReads = new LongReads({ all: 1, ofAccount: 1, ofOperator: 1 });
    const parts = { store: other.store, longReads } as unknown as Parts;
    t.mock.timers.enable({ apis: ["setInterval"] });
    const answer = await ofRoute("exportData").run(parts, order, { id, name: many });
    assert.ok(!isRefused(answer) && answer.body instanceof Readable);
    const { body } = answer;
    const ended = once(body, "close").catch((error: Error) => error);
    await once(body, "readable");
    assert.match(body.read(), /^\{"kind":"group"/);
    await once(body, "readable");
    // What is next is never taken.
    t.mock.timers.tick(50_000);
    assert.equal(body.destroyed, false);
    t.mock.timers.tick(10_000);
    assert.equal(body.destroyed, true);
    assert.match(String(await ended), /did not take it for a minute/);
    // The service's own timers are real ones, and it ends them.
    t.mock.timers.reset();
    await until(() => body.closed);
    assert.equal(openTransactions(other.databaseUrl), 0);
    assert.notEqual(await longReads.begin({ account: id, operator: "desk" }), null);
  });

  test("P5 a file that breaks off half-way is seen to, and the next one is whole again", async () => {
    const many = { tenant: "many", environment: "uat" } as const;
    const data = [...catalogue, ...withSlots(Array.from({ length: 900 }, () => booking("x")))];
    await using other = await startTestService([
      { name: many, hosts: ["many.example"], data: data.map(withRoom) },
    ]);
    const admin = await openDesk(other);
    const path = "/accounts/many/uat/export";
    const whole = await admin.ask("GET", path);
    assert.ok(whole.text.length > 200_000, "it takes several pieces");
    const last = JSON.parse(whole.text.trimEnd().split("\n").at(-1) ?? "");
    const damage = (at: string) =>
      execute(
        other.databaseUrl,
        `update ticket set attendee_checked_in_at = ${at} where booking_id = '${last.booking}'`,
      );
    // No year that there is: the line of this booking cannot be written.
    damage("-9000000000000000");
    await using server = await startServerProcess(other.databaseUrl);
    const url = `${server.operator}/operator/v1${path}`;
    const headers = { authorization: `Bearer ${admin.key}` };
    for (let turn = 0; turn < 3; turn += 1) {
      const broken = await fetch(url, { headers });
      assert.equal(broken.status, 200);
      let arrived = 0;
      await assert.rejects(async () => {
        for await (const piece of broken.body ?? []) arrived += piece.length;
      });
      assert.ok(0 < arrived && arrived < whole.text.length, `${arrived} characters`);
    }
    const faults = () => server.lines.filter((line) => line.includes('"unexpected fault"')).length;
    await until(() => faults() >= 3);
    damage("null");
    assert.equal(await (await fetch(url, { headers })).text(), whole.text);
  });
});

/** Of the database's other sessions; none with the embedded engine, whose sessions nobody can see. */
function openTransactions(databaseUrl: string): number {
  const idle =
    "select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'";
  return databaseUrl.startsWith("sqlite:") ? 0 : query(databaseUrl, idle).length;
}

/** So many seats that everybody of the test has one. */
function withRoom(line: object): object {
  return "capacity" in line ? { ...line, capacity: 10_000 } : line;
}

test("a path that has other methods says which, and one that is none is not found", async () => {
  for (const [method, path, allow] of [
    ["PUT", "/accounts", "GET, HEAD, POST"],
    ["GET", "/session/code", "POST"],
    ["PATCH", "/session", "DELETE, GET, HEAD, POST"],
    ["DELETE", `${acmePath}/bookings/${booking("x").booking}`, "GET, HEAD, PUT"],
    ["POST", "/openapi.json", "GET, HEAD"],
    ["OPTIONS", "/accounts?x=1", "GET, HEAD, POST"],
  ] as const) {
    const answer = await callApi(service, { method, path });
    assertProblem(answer, 405, "method-not-allowed");
    assert.equal(answer.headers["allow"], allow, path);
  }
  assertProblem(await desk.ask("GET", "/nowhere"), 404, "not-found");
  assertProblem(await desk.ask("PUT", "/accounts/a/b/c/d"), 404, "not-found");
  assertProblem(await desk.ask("PUT", "/nowhere/accounts"), 404, "not-found");
});
