import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { OperatorScope } from "../../src/domain/operator.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import type { Store } from "../../src/store/store.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { createOperator } from "../harness/operate.ts";
import { acmePath, assertProblem, callApi, openDesk, type Desk } from "../harness/operator-api.ts";
import { acmeUatWith, acmeWith, booking } from "../harness/seed.ts";
import { audit, openTestStores, startTestService } from "../harness/service.ts";

const make = (desk: Desk, name: string, rights: object) =>
  desk.ask("POST", "/operators", { name, ...rights });
const change = (desk: Desk, name: string, rights: object, headers = {}) =>
  desk.ask("POST", `/operators/${name}/change`, rights, headers);

describe("an operator who gets other rights", () => {
  test("has them at once, with the same key and in its sessions, and the audit log has both", async () => {
    const seen = booking("ADA");
    await using service = await startTestService([acmeWith([seen]), acmeUatWith([])]);
    const admin = await openDesk(service);
    const { key } = (await make(admin, "jo", { role: "staff", accounts: ["acme/uat"] })).json;
    const begun = await callApi(service, { method: "POST", path: "/session", body: { key } });
    const cookie = begun.headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    const token = begun.json.csrf_token;
    const asks = (path: string, method = "GET", body?: object) => [
      callApi(service, { method, path, token: key, ...(body && { body }) }),
      callApi(service, {
        method,
        path,
        headers: { cookie, "x-csrf-token": token },
        ...(body && { body }),
      }),
    ];
    const statuses = async (path: string, method?: string, body?: object) =>
      (await Promise.all(asks(path, method, body))).map(({ status }) => status);
    const cancel = `${acmePath}/bookings/${seen.booking}/cancel`;
    assert.deepEqual(await statuses(cancel, "POST", {}), [403, 403]);

    const given = { role: "agent", accounts: ["acme/production", "acme/uat"] };
    const answer = await change(admin, "jo", given);
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.json.role, answer.json.accounts], [given.role, given.accounts]);
    assert.equal(answer.json.key, undefined);
    assert.deepEqual(new Set(await statuses(cancel, "POST", {})), new Set([200, 409]));

    // What is absent stays; scopes take the place of the role.
    const less = await change(admin, "jo", { scopes: ["read"], interactions: ["pk_winter"] });
    assert.deepEqual(
      [less.json.role, less.json.scopes, less.json.accounts, less.json.interactions],
      [undefined, ["read"], given.accounts, ["pk_winter"]],
    );
    assert.deepEqual(await statuses(`${acmePath}/bookings/${seen.booking}`), [404, 404]);
    assert.deepEqual(await statuses(cancel, "POST", {}), [403, 403]);

    const whole = await change(admin, "jo", { interactions: null, accounts: null });
    assert.deepEqual([whole.json.interactions, whole.json.accounts], [null, null]);
    assert.deepEqual(await statuses(`${acmePath}/bookings/${seen.booking}`), [200, 200]);

    const ends = "2031-01-01T00:00:00Z";
    assert.equal((await change(admin, "jo", { expires_at: ends })).json.expires_at, ends);
    assert.equal((await change(admin, "jo", { role: "viewer" })).json.expires_at, ends);
    assert.equal((await change(admin, "jo", { expires_at: null })).json.expires_at, null);
    const typo = await change(admin, "jo", { interactions: ["pk_sumer"] });
    assert.deepEqual(typo.json.unknown_interactions, ["pk_sumer"]);

    const { items } = (await admin.ask("GET", "/audit-events?action=operator%20changed")).json;
    assert.equal(items.length, 7);
    assert.deepEqual(items.at(-1).details, {
      before: { role: "staff", accounts: ["acme/uat"] },
      after: given,
    });
    // The same again changes nothing, and is no event.
    assert.equal((await change(admin, "jo", { interactions: ["pk_sumer"] })).status, 200);
    assert.equal((await change(admin, "jo", {})).status, 200);
    const after = await admin.ask("GET", "/audit-events?action=operator%20changed");
    assert.equal(after.json.items.length, 7);
  });

  test("gets no more than who gives it holds, and nobody raises their own", async () => {
    await using service = await startTestService([acmeWith([])]);
    const admin = await openDesk(service);
    const scopes: OperatorScope[] = ["operators", "read", "book"];
    const rights = { scopes, accounts: ["acme/production"] };
    const giver = (await make(admin, "giver", rights)).json;
    const desk: Desk = {
      key: giver.key,
      ask: (method, path, body, headers = {}) =>
        callApi(service, { method, path, token: giver.key, headers, ...(body && { body }) }),
    };
    assert.equal((await make(desk, "door", { ...rights, scopes: ["read"] })).status, 201);
    assert.equal((await change(desk, "door", { scopes: ["read", "book"] })).status, 200);
    for (const [name, more] of [
      ["door", { scopes: ["read", "cancel"] }],
      ["door", { role: "viewer" }],
      ["door", { accounts: null }],
      ["giver", { scopes: [...scopes, "cancel"] }],
      ["giver", { role: "admin" }],
      ["giver", { accounts: null }],
    ] as const) {
      assertProblem(await change(desk, name, more), 403, "more-than-own");
    }
    // One with more is not theirs to change, nor one that has ended.
    for (const name of ["admin-1", "nobody"]) {
      assertProblem(await change(desk, name, { scopes: ["read"] }), 404, "unknown-operator");
    }
    const ended = { role: "viewer", expires_at: "2031-01-01T00:00:00Z" };
    assert.equal((await make(admin, "guest", ended)).status, 201);
    await admin.ask("POST", "/operators/guest/revoke");
    assertProblem(await change(admin, "guest", { role: "staff" }), 404, "unknown-operator");
    assert.equal((await change(admin, "door", { role: "staff", scopes: ["read"] })).status, 400);
    assert.equal((await change(admin, "door", { expires_at: "2020-01-01T00:00:00Z" })).status, 400);
    const less = await change(desk, "giver", { scopes: ["operators"] });
    assert.equal(less.status, 200, less.text);
    assertProblem(await change(desk, "giver", { scopes }), 403, "more-than-own");
  });

  test("the last admin of all accounts stays one", async () => {
    await using service = await startTestService([acmeWith([])]);
    const admin = await openDesk(service);
    const [me] = (await admin.ask("GET", "/operators")).json.items;
    const limits = [
      { role: "viewer" },
      { scopes: ["operators"] },
      { accounts: ["acme/production"] },
      { interactions: ["pk_summer"] },
      { expires_at: "2031-01-01T00:00:00Z" },
    ];
    for (const less of limits) {
      assertProblem(await change(admin, me.name, less), 409, "last-admin");
    }
    // One whose key ends is no other.
    await make(admin, "ends", { role: "admin", expires_at: "2031-01-01T00:00:00Z" });
    assertProblem(await change(admin, me.name, { role: "viewer" }), 409, "last-admin");
    assert.equal((await make(admin, "second", { role: "admin" })).status, 201);
    assert.equal((await change(admin, me.name, { role: "viewer" })).status, 200);
    assert.equal((await admin.ask("GET", "/operators")).status, 403);
  });

  test("the last admin of all accounts is not revoked, over the API or by a command", async () => {
    await using service = await startTestService([acmeWith([])]);
    const admin = await openDesk(service);
    const [me] = (await admin.ask("GET", "/operators")).json.items;
    const revoke = (name: string) => admin.ask("POST", `/operators/${name}/revoke`);
    const run = (name: string) =>
      runCommandHere(service.databaseUrl, ["operator", "revoke", name, "--json"]);
    // None of these is another admin of everything.
    await make(admin, "ends", { role: "admin", expires_at: "2031-01-01T00:00:00Z" });
    await make(admin, "one-account", { role: "admin", accounts: ["acme/production"] });
    await make(admin, "guest", { role: "viewer" });
    assertProblem(await revoke(me.name), 409, "last-admin");
    const refused = await run(me.name);
    assert.equal(refused.status, 1);
    assert.match(refused.json.error.message, /only admin of all accounts.*make another one first/);
    assert.equal((await admin.ask("GET", "/operators")).json.items.length, 4, "the key lives");
    for (const name of ["ends", "one-account", "guest"]) {
      assert.equal((await revoke(name)).status, 200);
    }

    assert.equal((await make(admin, "second", { role: "admin" })).status, 201);
    const done = await run(me.name);
    assert.equal(done.status, 0, done.err);
    // What has ended stays ended, whoever is left.
    assert.equal((await run(me.name)).json.revoked_at, done.json.revoked_at);
    assert.equal((await run("second")).status, 1);
  });

  test("of two admins who revoke one another at one moment, one stays", async () => {
    await using stores = await openTestStores(2);
    for (const round of [1, 2, 3, 4]) {
      const names = [`one-${round}`, `two-${round}`];
      for (const name of names) {
        await createOperator(stores.first, audit(), { name, role: "admin", accounts: null });
      }
      const [one, two] = await Promise.all(names.map((name) => stores.first.operators.find(name)));
      const targets = [one ?? assert.fail(), two ?? assert.fail()];
      const before = (await admins(stores.first)).filter(({ name }) => !names.includes(name));
      for (const each of before) await stores.first.operators.revoke(audit(), each);
      await stores.all((store, index) =>
        store.operators.revoke(audit(), targets[index] ?? assert.fail()),
      );
      assert.equal((await admins(stores.first)).length, 1);
    }
  });

  test("of two admins who take it from one another at one moment, one stays", async () => {
    await using stores = await openTestStores(2);
    const names = ["one", "two"];
    for (const round of [1, 2, 3, 4]) {
      const before = await admins(stores.first);
      for (const name of names) {
        const order = { name: `${name}-${round}`, role: "admin", accounts: null } as const;
        await createOperator(stores.first, audit(), order);
      }
      for (const each of before) await stores.first.operators.revoke(audit(), each);
      const ids: string[] = [];
      for (const name of names) {
        ids.push((await stores.first.operators.find(`${name}-${round}`))?.id ?? assert.fail());
      }
      const viewer = { role: "viewer", accounts: null, interactions: null } as const;
      const scopes: OperatorScope[] = ["read"];
      const answers = await stores.all((store, index) =>
        store.operators.change(audit(), ids[index] ?? "", () => ({
          ...viewer,
          scopes,
          expiresAt: null,
        })),
      );
      const refused = answers.filter((answer) => isRefused(answer));
      assert.equal(refused.length, 1);
      const left = await admins(stores.first);
      assert.equal(left.length, 1);
    }
  });

  test("by a command, which names only what changes", async () => {
    await using service = await startTestService([acmeWith([])]);
    const run = (...words: string[]) =>
      runCommandHere(service.databaseUrl, ["operator", "change", "jo", ...words, "--json"]);
    const admin = await openDesk(service);
    await make(admin, "jo", { role: "staff", accounts: ["acme/production"] });
    const changed = await run("--role", "agent", "--expires", "2031-01-01");
    assert.equal(changed.status, 0, changed.err);
    assert.deepEqual(
      [changed.json.role, changed.json.accounts, changed.json.expires_at],
      ["agent", ["acme/production"], "2031-01-01T00:00:00Z"],
    );
    const more = await run("--all-accounts", "--expires", "never", "--interaction", "pk_summer");
    assert.deepEqual(
      [more.json.accounts, more.json.expires_at, more.json.interactions],
      [null, null, ["pk_summer"]],
    );
    assert.equal((await run("--all-interactions")).json.interactions, null);
    const both = await run("--all-accounts", "--account", "acme/production");
    assert.match(both.json.error.message, /--all-accounts or --account, and not both/);
    const past = await run("--expires", "2020-01-01");
    assert.match(past.json.error.message, /must be to come/);
  });
});

async function admins({ operators }: Store) {
  const all = await operators.list();
  return all.filter(({ role, revokedAt }) => role === "admin" && revokedAt === null);
}
