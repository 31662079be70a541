import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { unlimited } from "../../src/domain/operator.ts";
import { operatorOperations } from "../../src/operations/access/operators.ts";
import { startDeskWithSlots, type DeskWithSlots } from "../harness/desk-with-slots.ts";
import { acmePath, assertProblem, callApi } from "../harness/operator-api.ts";
import { query } from "../harness/query.ts";
import { audit } from "../harness/service.ts";

let ours: DeskWithSlots;
before(async () => {
  ours = await startDeskWithSlots();
});
after(() => ours[Symbol.asyncDispose]());

const slotPath = `${acmePath}/interactions/pk_summer/activities/tasting/slots`;

describe("accounts, hosts, endpoints and credentials", () => {
  test("are provisioned so that the public calls work with what was shown once", async () => {
    const account = "new/development";
    const path = `/accounts/${account}`;
    const made = await ours.desk.ask("POST", "/accounts", { account, api_hosts: ["new.example"] });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.json.enabled_endpoints, []);
    assertProblem(
      await ours.desk.ask("POST", "/accounts", { account, api_hosts: ["x.example"] }),
      409,
      "account-exists",
    );
    const taken = { account: "new/uat", api_hosts: ["NEW.example"] };
    assertProblem(await ours.desk.ask("POST", "/accounts", taken), 409, "host-taken");
    for (const bad of [
      { account: "new", api_hosts: ["x.example"] },
      { account: "new/uat", api_hosts: ["https://x.example/"] },
      { account: "new/uat", api_hosts: [] },
    ]) {
      assertProblem(await ours.desk.ask("POST", "/accounts", bad), 400, "malformed");
    }
    const endpoint = `${path}/endpoints/interactions:fetchContactBookings`;
    assert.equal((await ours.desk.ask("PUT", endpoint)).json.enabled_endpoints.length, 1);
    assert.deepEqual((await ours.desk.ask("DELETE", endpoint)).json.enabled_endpoints, []);
    const host = `${path}/hosts/second.example`;
    assert.deepEqual((await ours.desk.ask("PUT", host)).json.api_hosts, [
      "new.example",
      "second.example",
    ]);
    assert.deepEqual((await ours.desk.ask("DELETE", host)).json.api_hosts, ["new.example"]);
    assertProblem(await ours.desk.ask("DELETE", host), 404, "host-not-of-account");

    const issued = await ours.desk.ask("POST", `${path}/credentials`, {});
    assert.equal(issued.status, 201);
    const { client_id, client_secret, audience } = issued.json;
    assert.equal(audience, "https://new.example");
    const secrets = [client_secret];
    const rotated = await ours.desk.ask("POST", `${path}/credentials/${client_id}/rotate`, {
      overlap_seconds: 60,
    });
    assert.equal(rotated.status, 201, rotated.text);
    secrets.push(rotated.json.client_secret);
    assertProblem(
      await ours.desk.ask("POST", `${path}/credentials/${client_id}/rotate`),
      409,
      "two-secrets-live",
    );
    const listed = await ours.desk.ask("GET", `${path}/credentials`);
    assert.equal(listed.json.items[0].secrets.length, 2);
    const audit = await ours.desk.ask("GET", "/audit-events");
    for (const secret of secrets) {
      assert.ok(!listed.text.includes(secret) && !audit.text.includes(secret));
    }
    const revoke = `${path}/credentials/${client_id}/revoke`;
    assert.notEqual((await ours.desk.ask("POST", revoke)).json.revoked_at, null);
  });

  test("are listed page after page", async () => {
    const first = await ours.desk.ask("GET", "/accounts?limit=1");
    assert.deepEqual(
      first.json.items.map((each: any) => each.account),
      ["acme/production"],
    );
    const next = await ours.desk.ask("GET", `/accounts?limit=1&cursor=${first.json.next_cursor}`);
    assert.deepEqual(
      next.json.items.map((each: any) => each.account),
      ["new/development"],
    );
    assert.equal(next.json.next_cursor, null);
  });
});

describe("operators", () => {
  test("are let in, listed without keys, and revoked", async () => {
    const order = { name: "door-1", role: "staff", accounts: ["acme/production"] };
    const made = await ours.desk.ask("POST", "/operators", order);
    assert.equal(made.status, 201, made.text);
    const { key } = made.json;
    assert.equal((await callApi(ours.service, { path: "/accounts", token: key })).status, 200);
    assertProblem(await ours.desk.ask("POST", "/operators", order), 409, "operator-exists");
    assertProblem(
      await ours.desk.ask("POST", "/operators", { ...order, name: "a b" }),
      400,
      "operator-name-malformed",
    );
    assertProblem(
      await ours.desk.ask("POST", "/operators", { ...order, role: "root" }),
      400,
      "malformed",
    );
    const unknown = { ...order, name: "door-2", accounts: ["no/production"] };
    assertProblem(await ours.desk.ask("POST", "/operators", unknown), 404, "unknown-account");
    const listed = await ours.desk.ask("GET", "/operators");
    assert.ok(listed.json.items.some((each: any) => each.name === "door-1"));
    assert.ok(!listed.text.includes(key));
    assert.equal((await ours.desk.ask("POST", "/operators/door-1/revoke")).status, 200);
    assertProblem(
      await callApi(ours.service, { path: "/accounts", token: key }),
      401,
      "key-refused",
    );
    assertProblem(await ours.desk.ask("POST", "/operators/nobody/revoke"), 404, "unknown-operator");
  });

  test("are made for a campaign that there is not, which the answer names", async () => {
    const interactions = ["pk_summer", "pk_sumer"];
    for (const accounts of [["acme/production"], null]) {
      const order = { name: `shop-${accounts?.length ?? 0}`, scopes: ["book"], accounts };
      const made = await ours.desk.ask("POST", "/operators", { ...order, interactions });
      assert.deepEqual(made.json.interactions, interactions, made.text);
      assert.deepEqual(made.json.unknown_interactions, ["pk_sumer"]);
    }
    const known = { name: "shop", scopes: ["book"], interactions: ["pk_summer"] };
    const made = await ours.desk.ask("POST", "/operators", known);
    assert.equal(made.json.unknown_interactions, undefined, made.text);
  });

  test("are not made where their campaigns cannot be read, so that no key is lost", async () => {
    const { store } = ours.service;
    const create = operatorOperations.find(({ name }) => name === "createOperator")!;
    const findPublicKeys = () => Promise.reject(new Error("away"));
    const accounts = Object.assign(Object.create(store.accounts), { findPublicKeys });
    const parts = { store: { ...store, accounts } };
    const operator = { name: "me", accounts: null, role: "admin", scopes: [], ...unlimited };
    const body = { name: "lost", scopes: ["book"], interactions: ["pk_summer"] };
    const order = { audit: audit(), operator, body };
    await assert.rejects(create.run(parts as never, order as never, {} as never), /away/);
    assert.equal(await store.operators.find("lost"), null);
  });
});

describe("the audit log", () => {
  test("P28 names the accounts of a new operator as people do", async () => {
    const made = await ours.desk.ask("POST", "/operators", {
      name: "of-one",
      role: "staff",
      accounts: ["acme/production"],
    });
    assert.equal(made.status, 201, made.text);
    const asked = `/audit-events?request_id=${String(made.headers["x-request-id"])}`;
    const found = await ours.desk.ask("GET", asked);
    const [event] = found.json.items;
    assert.deepEqual(event.details, { role: "staff", accounts: ["acme/production"] });
  });

  test("shows who did what, when, by which request, before and after", async () => {
    const at = await ours.newSlot(2);
    const path = `${slotPath}/${at}`;
    await ours.desk.ask("PUT", path, { capacity: 5 }, { "if-match": "*", "x-request-id": "cap-5" });
    const found = await ours.desk.ask("GET", "/audit-events?request_id=cap-5");
    const [event] = found.json.items;
    assert.equal(event.action, "slot changed");
    assert.match(event.actor, /^operator: admin-/);
    assert.equal(event.account, "acme/production");
    assert.deepEqual(event.details.capacity, [2, 5]);
    const seen: string[] = [];
    let cursor = "";
    for (;;) {
      const page = (await ours.desk.ask("GET", `/audit-events?limit=4${cursor}`)).json;
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    const [{ total } = {}] = query(
      ours.service.databaseUrl,
      "select count(*) as total from audit_event",
    );
    assert.equal(seen.length, Number(total));
    assert.equal(new Set(seen).size, seen.length);
    const future = await ours.desk.ask("GET", "/audit-events?from=2999-01-01T00:00:00Z");
    assert.deepEqual(future.json.items, []);
  });
});
