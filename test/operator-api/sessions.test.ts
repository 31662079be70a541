import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SessionHolder } from "../../src/store/accounts/operator-sessions.ts";
import type { Answer } from "../harness/call.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { callApi, openDesk } from "../harness/operator-api.ts";
import { query } from "../harness/query.ts";
import { openTestStores, startTestService } from "../harness/service.ts";

const hours = 3_600_000;
const now = Date.UTC(2030, 3, 15, 12);
const who = { keyHash: "hash", operatorId: "one" };
const secretsOf = (begun: readonly { readonly session: { readonly id: string } }[]) =>
  begun.map(({ session }) => session.id);

describe("P28 sessions in the database", () => {
  test("live on every node for twelve hours, two of them without a request, and end on every node", async () => {
    await using stores = await openTestStores(2);
    const [one, other] = await stores.all(async ({ sessions }) => sessions);
    assert.ok(one !== undefined && other !== undefined);
    const { secret, session } = await one.begin(who, now);
    const text = JSON.stringify(query(stores.databaseUrl, "select * from operator_session"));
    assert.ok(!text.includes(secret), "only the hash of the secret is stored");
    for (let at = now; at < now + 12 * hours; at += 2 * hours - 1) {
      assert.deepEqual(await other.find(secret, at), session);
    }
    assert.equal(await one.find(secret, now + 12 * hours), null);
    assert.equal(await one.find(`${secret}x`, now), null);

    const idle = await one.begin(who, now);
    assert.equal(await other.find(idle.secret, now + 2 * hours), null);
    assert.deepEqual(await other.find(idle.secret, now + 2 * hours - 1), idle.session);
    await other.end(idle.session);
    assert.equal(await one.find(idle.secret, now), null);
    assert.deepEqual(await one.find(secret, now), session);
  });

  test("are listed by operator, the latest first; one too many ends the operator's own oldest", async () => {
    await using stores = await openTestStores(1);
    const { sessions } = stores.first;
    const person: SessionHolder = { person: { subject: "two", name: "Ada" } as never };
    const others = await sessions.begin(person, now);
    const own = [];
    for (let at = 1; at <= 101; at += 1) own.push(await sessions.begin(who, now + at));
    const listed = await sessions.list(now + 102, "one");
    assert.deepEqual(
      listed.map(({ id }) => id),
      secretsOf(own).toReversed().slice(0, 100),
    );
    assert.deepEqual(await sessions.find(others.secret, now), others.session);
    assert.equal((await sessions.list(now + 102)).length, 101);
  });

  test("are listed and ended by commands, each with its line in the audit log", async () => {
    await using service = await startTestService();
    const [ada, finn] = [await openDesk(service), await openDesk(service)];
    const begin = async (key: string) => {
      const begun = await callApi(service, { method: "POST", path: "/session", body: { key } });
      const cookie = begun.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
      return async () => (await callApi(service, { path: "/session", headers: { cookie } })).status;
    };
    const booking = (words: string) =>
      runCommandHere(service.databaseUrl, `session ${words} --json`.split(" "));
    const isLive = [await begin(ada.key), await begin(ada.key), await begin(finn.key)];
    const live = () => Promise.all(isLive.map((each) => each()));
    const list = async () => (await booking("list")).json;
    const listed = await list();
    assert.equal(listed.length, 3);
    assert.deepEqual(Object.keys(listed[0]).toSorted(), [
      "begun_at",
      "ends_at",
      "operator",
      "session",
    ]);
    // The two sessions of one operator are the older ones.
    const name = listed.at(-1).operator;
    assert.equal((await booking("end")).status, 2);
    assert.equal((await booking(`end --all --operator ${name}`)).status, 2);
    const unknown = await booking("end 2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c99");
    assert.equal(unknown.status, 1);
    const one = listed.find((each: { readonly operator: string }) => each.operator === name);
    const first = await booking(`end ${one.session}`);
    assert.deepEqual([first.status, first.json], [0, { ended: 1 }]);
    assert.equal((await list()).length, 2);
    assert.deepEqual((await booking(`end --operator ${name}`)).json, { ended: 1 });
    assert.deepEqual((await booking("end --all")).json, { ended: 1 });
    assert.deepEqual(await live(), [401, 401, 401]);
    const ends = query(
      service.databaseUrl,
      "select subject from audit_event where action = 'session ended'",
    );
    assert.equal(ends.length, 3);
  });

  test("outlive the process: of a stream of requests over a rolling restart none is signed out", async () => {
    await using older = await startTestService();
    const { key } = await openDesk(older);
    const signedIn = await callApi(older, { method: "POST", path: "/session", body: { key } });
    const cookie = signedIn.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const headers = { cookie, "x-csrf-token": signedIn.json.csrf_token };
    const statuses: number[] = [];
    const ask = async (service: typeof older, count: number) => {
      for (let turn = 0; turn < count; turn += 1) {
        const read = callApi(service, { path: "/accounts", headers });
        const change = callApi(service, {
          method: "PUT",
          path: "/accounts/acme/production/endpoints/interactions:fetchContactBookings",
          headers,
        });
        statuses.push(...(await Promise.all([read, change])).map(({ status }: Answer) => status));
      }
    };
    await ask(older, 20);
    const settings = { DATABASE_URL: older.databaseUrl };
    await using newer = await startTestService([], settings);
    await Promise.all([ask(older, 20), ask(newer, 20)]);
    await older.stop();
    await ask(newer, 20);
    assert.deepEqual(
      statuses.filter((status) => status !== 200),
      [],
    );
    assert.equal(statuses.length, 160);
    // The newer service's database holds the older one's session.
    const ended = await callApi(newer, { method: "DELETE", path: "/session", headers });
    assert.equal(ended.status, 204);
    assert.equal((await callApi(newer, { path: "/accounts", headers })).status, 401);
  });
});
