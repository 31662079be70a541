import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { slotLine } from "../harness/booking-house.ts";
import { acmePath, assertProblem, callApi, openDesk, type Desk } from "../harness/operator-api.ts";
import { execute } from "../harness/query.ts";
import { booking, catalogue, productionHost } from "../harness/seed.ts";
import { acme, importLines, startTestService, type TestService } from "../harness/service.ts";

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

  test("is held against the laws, and each breach is told", async () => {
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

test("a path that has other methods says which, and one that is none is not found", async () => {
  for (const [method, path, allow] of [
    ["PUT", "/accounts", "GET, HEAD, POST"],
    ["GET", "/session/code", "POST"],
    ["PATCH", "/session", "DELETE, GET, HEAD, POST"],
    ["DELETE", `${acmePath}/bookings/${booking("x").booking}`, "GET, HEAD"],
    ["POST", "/openapi.json", "GET, HEAD"],
    ["OPTIONS", "/accounts?x=1", "GET, HEAD, POST"],
  ] as const) {
    const answer = await callApi(service, { method, path });
    assertProblem(answer, 405, "method-not-allowed");
    assert.equal(answer.headers["allow"], allow, path);
  }
  assertProblem(await desk.ask("GET", "/nowhere"), 404, "not-found");
  assertProblem(await desk.ask("PUT", "/accounts/a/b/c/d"), 404, "not-found");
});
