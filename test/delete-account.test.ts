import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isRefused } from "../src/domain/refusal.ts";
import { DatabaseUnavailable } from "../src/store/engine.ts";
import { call } from "./harness/call.ts";
import { addApiHost } from "./harness/operate.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { query } from "./harness/query.ts";
import { catalogue, otherHost, productionHost } from "./harness/seed.ts";
import { acmePath, assertProblem, openDesk } from "./harness/operator-api.ts";
import { askHere } from "../src/cli/running/ask-here.ts";
import { deleteAccount } from "../src/operations/access/delete-account.ts";
import { acme, audit, importLines, startTestService } from "./harness/service.ts";

const other = { tenant: "other", environment: "production" } as const;
const account = "acme/production";
const slot = { interaction: "pk_summer", activity: "tasting" };
const at = "2031-05-01T08:00:00Z";
const data = [
  ...catalogue,
  { kind: "slot", ...slot, starting_at: at, capacity: 900 },
  ...Array.from({ length: 450 }, (_, index) => ({
    kind: "booking",
    booking: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    external_id: `CUST-${index % 7}`,
    ...slot,
    slot_starting_at: at,
    ticket_type: "standard",
    booking_status: "CONFIRMED",
    booked_at: "2026-04-01T10:00:00Z",
  })),
];

describe("A72 deleting an account", () => {
  test("B633 never gives its id to another", async () => {
    await using service = await startTestService([{ name: acme, hosts: [productionHost] }]);
    const { databaseUrl, store } = service;
    const run = (...words: string[]) => runCommandHere(databaseUrl, ["account", ...words]);
    const names = ["a/uat", "b/uat", "c/uat"];
    const ids = [];
    for (const name of names) {
      assert.equal((await run("create", name, "--api-host", `${name[0]}.example`)).status, 0);
      const [tenant = ""] = name.split("/");
      ids.push(await store.accounts.identify({ tenant, environment: "uat" }));
      assert.equal((await run("close", name)).status, 0);
      assert.equal((await run("delete", name, "--confirm", name)).status, 0);
    }
    assert.deepEqual(ids, [2, 3, 4]);
  });

  test("takes a closed one with every row, leaves the others, and the log without details", async () => {
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], data },
      { name: other, hosts: [otherHost], data },
    ]);
    const { databaseUrl, store } = service;
    const run = (...words: string[]) => runCommandHere(databaseUrl, [...words, "--json"]);
    const remove = (...words: string[]) => run("account", "delete", account, ...words);
    const id = (await store.accounts.identify(acme)) ?? assert.fail();
    const open = await remove("--confirm", account);
    assert.equal(open.status, 1);
    assert.match(open.json.error.message, /Only a closed account can be deleted: close it first/);
    const place = ["--interaction", "pk_summer", "--activity", "tasting", "--slot", at];
    const reason = ["--reason", "Ann Archer is ill"];
    const closed = await run("slot", "close", account, ...place, ...reason);
    assert.equal(closed.status, 0, closed.err);
    await addApiHost(store, { ...audit(), requestId: "request-of-ann" }, acme, "ann.example");
    assert.equal((await run("account", "close", account)).status, 0);
    for (const words of [[], ["--confirm", "acme/uat"]]) {
      const { status, json } = await remove(...words);
      assert.equal(status, 1);
      assert.match(json.error.message, /confirm must be the account's name/);
    }
    const tried = await remove("--dry-run");
    assert.equal(tried.json.deleted.booking, 450, tried.err);
    assert.equal(tried.json.deleted.contact, 7);
    assert.equal(query(databaseUrl, "select 1 from booking").length, 900);
    const done = await remove("--confirm", account);
    assert.equal(done.status, 0, done.err);
    assert.deepEqual(done.json, { ...tried.json, dry_run: false });
    for (const table of Object.keys(done.json.deleted)) {
      const left = query(databaseUrl, `select 1 from "${table}" where account_id = ${id}`);
      assert.equal(left.length, 0, table);
    }
    assert.equal((await run("account", "show", account)).status, 1);
    const log = JSON.stringify(query(databaseUrl, "select * from audit_event"));
    assert.doesNotMatch(log, /Ann Archer|request-of-ann/);
    assert.match(log, /slot closed/);
    const { json } = await run("audit");
    assert.deepEqual([json[0].action, json[0].subject], ["account deleted", account]);
    assert.equal((await run("verify")).status, 0);
    const kept = await run("account", "show", "other/production");
    assert.deepEqual([kept.json.counts.booking, kept.json.counts.contact], [450, 7]);
  });

  test("takes an account beside the sender of its webhook, which writes nothing more", async () => {
    await using service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
    const { store } = service;
    const id = (await store.accounts.identify(acme)) ?? assert.fail();
    const { webhooks, sending, readChanges } = store.account(id);
    const read = await readChanges({ start: "now", limit: 0, since: 0 });
    const { cursor } = isRefused(read) ? assert.fail() : read;
    const hook = { id: randomUUID(), url: "https://a.example/", events: [], interactions: [] };
    await webhooks.create(audit(), { ...hook, cursor }, "sealed");
    const seen = (await store.webhooks.leases())[0] ?? assert.fail();
    const lease = (await sending.takeLease(seen)) ?? assert.fail();
    const from = { actor: "", requestId: null, bookingId: null, slot: null };
    const change = { id: "msg_1", type: "webhook.test", lane: "one", cursor, at: 1, ...from };
    const take = () => sending.take(lease, { from: cursor, cursor, changes: [change], now: 1 });
    assert.equal((await take())?.value, true);
    await store.accounts.close(audit(), id, false);
    const deleting = store.accounts.delete(audit(), { id, name: acme }, false);
    while (await Promise.race([deleting.then(() => false), sleep(2, true)])) await take();
    assert.ok(!("refused" in (await deleting)));
  });

  test("takes an account beside an import into it, and beside callers and imports of another", async () => {
    await using service = await startTestService([
      { name: acme, hosts: [productionHost], data },
      { name: other, hosts: [otherHost], data },
    ]);
    const { databaseUrl, store } = service;
    const [id, otherId] = [
      (await store.accounts.identify(acme)) ?? assert.fail(),
      (await store.accounts.identify(other)) ?? assert.fail(),
    ];
    await store.accounts.close(audit(), id, false);
    const { key: token } = await openDesk(service);
    const path = "/operator/v1/accounts/other/production/bookings";
    const statuses = new Map<string, number>();
    const note = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
    const deleting = store.accounts.delete(audit(), { id, name: acme }, false);
    const isOver = () => Promise.race([deleting.then(() => true), sleep(2, false)]);
    const book = async () => {
      for (let turn = 0; turn < 3 || !(await isOver()); turn += 1) {
        const body = { external_id: `new-${turn}`, ...slot, slot_starting_at: at };
        const { status } = await call(service.operator, {
          method: "POST",
          path,
          host: "localhost",
          token,
          body: { ...body, ticket_type: "standard" },
        });
        note([408, 503].includes(status) ? "busy" : `book ${status}`);
      }
    };
    const more = (from: number) =>
      data.slice(-200).map((line, index) => ({
        ...line,
        booking: `00000000-0000-4000-9000-${String(from + index).padStart(12, "0")}`,
        // They take no seats, of which there are not enough for many turns.
        booking_status: "CANCELLED",
      }));
    const bring = async (account: typeof id, what: string, most = Infinity) => {
      for (let turn = 0; turn < 2 || (turn < most && !(await isOver())); turn += 1) {
        const brought = await importLines(store, account, more(turn * 200)).then(
          () => `${what} done`,
          (error: unknown) =>
            error instanceof DatabaseUnavailable ? "busy" : `${what} refused: ${String(error)}`,
        );
        note(brought);
      }
    };
    await Promise.all([book(), bring(otherId, "elsewhere"), bring(id, "here", 4)]);
    const found = await deleting;
    assert.ok(!("refused" in found), JSON.stringify(found));
    for (const what of ["book 201", "elsewhere done"]) assert.ok(statuses.has(what), what);
    const others = [...statuses.keys()].filter((what) => !/^here|^busy$/.test(what));
    assert.deepEqual(others.toSorted(), ["book 201", "elsewhere done"]);
    for (const table of Object.keys(found)) {
      const left = query(databaseUrl, `select 1 from "${table}" where account_id = ${id}`);
      assert.equal(left.length, 0, table);
    }
    assert.equal((await runCommandHere(databaseUrl, ["verify"])).status, 0);
  });

  test("takes an account once where two delete it at a time", async () => {
    await using service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
    const { databaseUrl, store } = service;
    const id = (await store.accounts.identify(acme)) ?? assert.fail();
    await store.accounts.close(audit(), id, false);
    const remove = () => store.accounts.delete(audit(), { id, name: acme }, false);
    const [one, two] = await Promise.all([remove(), remove()]);
    assert.ok(!isRefused(one) && !isRefused(two));
    assert.deepEqual([one.booking, two.booking], [450, 450]);
    const told = "select 1 from audit_event where action = 'account deleted'";
    assert.equal(query(databaseUrl, told).length, 1);
  });

  test("leaves nothing of a request under an idempotency key, and of a follower, that ends after it", async () => {
    await using service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
    const { databaseUrl, store } = service;
    const id = (await store.accounts.identify(acme)) ?? assert.fail();
    await store.accounts.close(audit(), id, false);
    const deleted = await store.accounts.delete(audit(), { id, name: acme }, false);
    assert.ok(!("refused" in deleted));
    const made = { refused: { why: "not-in-catalogue", field: "slot" } };
    const request = { accountId: id, operator: "jo", keyHash: "k", digest: "d", attempt: "a" };
    const { idempotentRequests } = store;
    const kept = await idempotentRequests.keep({ ...request, status: 422 }, made, Date.now());
    assert.deepEqual([kept.attempt, kept.made], ["a", made]);
    await idempotentRequests.accept({ ...request, status: 202 }, { import: "i" }, Date.now());
    const following = store.account(id).readChanges({ start: "now", limit: 9, since: 0 });
    await assert.rejects(following, DatabaseUnavailable);
    assert.equal((await runCommandHere(databaseUrl, ["verify"])).status, 0);
  });

  test("once it has begun, operators write nothing but what opens the account again or ends it", async () => {
    await using service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
    const { store } = service;
    const desk = await openDesk(service);
    const ask: typeof desk.ask = (...order) => desk.ask(...order);
    const id = (await store.accounts.identify(acme)) ?? assert.fail();
    assert.equal((await ask("POST", `${acmePath}/close`, {})).status, 200);
    const begun = await store.accounts.deleteForWhile(audit(), { id, name: acme }, 0);
    assert.ok("isDone" in begun && !begun.isDone);
    const order = { external_id: "late", ...slot, slot_starting_at: at, ticket_type: "standard" };
    const book = () => ask("POST", `${acmePath}/bookings`, order);
    assertProblem(await book(), 409, "account-being-deleted");
    const words = "The account is being deleted: nothing is written to it. Go on with the deletion";
    assert.match((await book()).json.detail, new RegExp(`^${words}`));
    const gone = await ask("DELETE", `${acmePath}/hosts/${productionHost}`);
    assertProblem(gone, 409, "account-being-deleted");
    await assert.rejects(importLines(store, id, data.slice(-1)), /is being deleted/);
    assert.equal((await ask("GET", `${acmePath}/bookings?limit=1`)).status, 200);
    assert.equal((await ask("PUT", `${acmePath}/hosts/${productionHost}`)).status, 200);
    const open = (await book()).json.type;
    assert.notEqual(open, "urn:booking-service:problem:account-being-deleted");
    // Closed once more, the account is as it was before the deletion.
    assert.equal((await ask("POST", `${acmePath}/close`, {})).status, 200);
    assert.equal((await book()).json.type, open);
  });

  test("is told while it lasts: whoever asks again gets the rows of all of it", async () => {
    await using service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
    const { store } = service;
    const id = (await store.accounts.identify(acme)) ?? assert.fail();
    await store.accounts.close(audit(), id, false);
    const { accounts } = store;
    const parts = { store: { accounts: { ...accounts, deleteForWhile: inPieces } } };
    let pieces = 0;
    function inPieces(...[context, account]: Parameters<typeof accounts.deleteForWhile>) {
      pieces += 1;
      return accounts.deleteForWhile(context, account, pieces === 1 ? 0 : 60_000);
    }
    const said: string[] = [];
    const ask = askHere(
      { ...parts, changesRetentionDays: 1 } as never,
      () => audit(),
      (text) => said.push(text),
    );
    const values = { ...acme, confirm: "acme/production" };
    const answer = await ask(deleteAccount, values);
    assert.equal((answer as { deleted: Record<string, number> }).deleted["booking"], 450);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? "", /^[1-9]\d* rows? (are|is) deleted so far\.$/);
    assert.equal(pieces, 2);
  });

  test("stops when somebody opens the account again, and goes on after it was closed", async () => {
    await using service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
    const { store } = service;
    const id = (await store.accounts.identify(acme)) ?? assert.fail();
    await store.accounts.close(audit(), id, false);
    const deleting = store.accounts.delete(audit(), { id, name: acme }, false);
    await addApiHost(store, audit(), acme, productionHost);
    assert.deepEqual(await deleting, { refused: { why: "account-open" } });
    assert.notEqual(await store.accounts.identify(acme), null);
    await store.accounts.close(audit(), id, false);
    assert.ok(!("refused" in (await store.accounts.delete(audit(), { id, name: acme }, false))));
    assert.equal(await store.accounts.identify(acme), null);
  });
});
