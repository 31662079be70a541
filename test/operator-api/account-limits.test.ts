import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { accountLimits, allLimits, type AccountLimit } from "../../src/domain/account-limits.ts";
import { call } from "../harness/call.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { acmePath, assertProblem, callApi, openDesk, type Desk } from "../harness/operator-api.ts";
import { query } from "../harness/query.ts";
import { catalogue, otherHost, productionHost } from "../harness/seed.ts";
import { acme, startTestService, type TestService } from "../harness/service.ts";

const other = { tenant: "other", environment: "production" } as const;
const otherPath = "/accounts/other/production";

/** Every limit is this far from what the account has. */
const free = 2;
const has: Readonly<Record<AccountLimit, number>> = {
  webhooks: 0,
  clients: 0,
  "API hosts": 1,
  campaigns: catalogue.filter((line) => (line as { kind: string }).kind === "interaction").length,
  operators: 0,
  holds: 0,
};
const environment = {
  WEBHOOK_SECRET_KEY: Buffer.alloc(32, 7).toString("base64"),
  RATE_LIMIT_CREATIONS_PER_MINUTE: "1000",
  ...Object.fromEntries(
    allLimits.map((of) => [accountLimits[of].variable, String(has[of] + free)]),
  ),
};

// Holds are kept in a slot of each account.
const slot = {
  kind: "slot",
  interaction: "pk_summer",
  activity: "tasting",
  starting_at: "2031-05-01T08:00:00Z",
  capacity: 100,
};

let service: TestService;
let desk: Desk;
before(async () => {
  const accounts = [
    { name: acme, hosts: [productionHost], data: [...catalogue, slot] },
    { name: other, hosts: [otherHost], data: [...catalogue, slot] },
  ];
  service = await startTestService(accounts, environment);
  desk = await openDesk(service);
});
after(() => service[Symbol.asyncDispose]());

let names = 0;
const fresh = () => `n-${(names += 1)}`;

function campaign(publicKey: string) {
  const line = (catalogue as readonly any[]).find((each) => each.kind === "interaction");
  const { kind: _, id: _id, public_key: _key, ...fields } = line;
  return { publicKey, fields, line: { ...line, id: undefined, public_key: publicKey } };
}

/** Makes one, and removes what it made. */
const makers: Readonly<
  Record<
    AccountLimit,
    {
      make(account: string): ReturnType<Desk["ask"]>;
      remove(account: string, made: any): ReturnType<Desk["ask"]>;
    }
  >
> = {
  webhooks: {
    make: (account) => desk.ask("POST", `${account}/webhooks`, { url: "https://a.example/" }),
    remove: (account, { id }) => desk.ask("DELETE", `${account}/webhooks/${id}`),
  },
  clients: {
    make: (account) => desk.ask("POST", `${account}/credentials`, {}),
    remove: (account, { client_id: id }) => desk.ask("POST", `${account}/credentials/${id}/revoke`),
  },
  "API hosts": {
    make: (account) => desk.ask("PUT", `${account}/hosts/${fresh()}.example`),
    remove: (account, { api_hosts: hosts }) =>
      desk.ask("DELETE", `${account}/hosts/${hosts.at(-1)}`),
  },
  campaigns: {
    make: (account) => {
      const { publicKey, line } = campaign(fresh());
      const activity = { kind: "activity", interaction: publicKey, id: "a", title: { en: "A" } };
      const edits = [line, activity].map((each) => ({ line: each, if_match: null }));
      return desk.ask("POST", `${account}/catalogue`, { edits });
    },
    remove: (account, { items: [{ after: made }] }) =>
      desk.ask("DELETE", `${account}/interactions/${made.public_key}?with=everything-unbooked`),
  },
  operators: {
    make: (account) =>
      desk.ask("POST", "/operators", {
        name: fresh(),
        role: "viewer",
        accounts: [account.replace("/accounts/", "")],
      }),
    remove: (_account, { name }) => desk.ask("POST", `/operators/${name}/revoke`),
  },
  holds: {
    make: (account) =>
      desk.ask("PUT", `${account}/holds/${randomUUID()}`, {
        interaction: slot.interaction,
        activity: slot.activity,
        slot_starting_at: slot.starting_at,
        ticket_type: "standard",
      }),
    remove: (account, { hold }) => desk.ask("DELETE", `${account}/holds/${hold}`),
  },
};

describe("what a key can make in an account", () => {
  for (const of of allLimits) {
    test(`ends at the limit of ${of}, says what to do, and takes nothing of another account's`, async () => {
      const maker = makers[of];
      const made = [];
      for (let count = 0; count < free; count += 1) {
        const answer = await maker.make(acmePath);
        assert.ok(answer.status < 300, answer.text);
        made.push(answer.json);
      }
      const refused = await maker.make(acmePath);
      assertProblem(refused, 409, "account-limit-reached");
      const { variable, remedy } = accountLimits[of];
      const most = has[of] + free;
      assert.equal(
        refused.json.detail,
        `The account has ${most} ${of}, and ${variable} allows no more: ${remedy}, or have it raised.`,
      );
      assert.deepEqual([refused.json.limit, refused.json.most], [variable, most]);
      const elsewhere = await maker.make(otherPath);
      assert.ok(elsewhere.status < 300, elsewhere.text);
      const removed = await maker.remove(acmePath, made.at(-1));
      assert.ok(removed.status < 300, removed.text);
      const again = await maker.make(acmePath);
      assert.ok(again.status < 300, again.text);
      assertProblem(await maker.make(acmePath), 409, "account-limit-reached");
    });
  }

  test("ends at its limit also when many make it at once", async () => {
    const most = has.clients + free;
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => desk.ask("POST", `${otherPath}/credentials`, {})),
    );
    const made = answers.filter(({ status }) => status === 201);
    const [live] = query(
      service.databaseUrl,
      `select count(*) as n from credential join account on account.id = credential.account_id
       where tenant = 'other' and revoked_at is null`,
    );
    assert.equal(Number(live?.["n"]), most);
    assert.ok(made.length < answers.length);
  });

  test("is refused on the command line too, and by an import with the line of each campaign", async () => {
    const env = { DATABASE_URL: service.databaseUrl, ...environment };
    const words = ["credential", "create", "other/production"];
    const refused = await runCommandHere(service.databaseUrl, words, { env });
    assert.equal(refused.status, 1);
    assert.match(refused.err, /The account has 2 clients, and CLIENTS_PER_ACCOUNT allows no more/);
    const keys = Array.from({ length: free + 1 }, (_, number) => `pk_${number}`);
    const lines = [
      ...keys.map((key) => campaign(key).line),
      ...keys.map((key) => ({ kind: "activity", interaction: key, id: "a", title: { en: "A" } })),
    ];
    const imported = await runCommandHere(
      service.databaseUrl,
      ["import", "other/production", "-", "--json"],
      { env, input: lines.map((line) => `${JSON.stringify(line)}\n`).join("") },
    );
    assert.equal(imported.status, 1);
    assert.deepEqual(
      imported.json.errors.map(({ line, field }: any) => [line, field]),
      [
        [free, "public_key"],
        [free + 1, "public_key"],
      ],
    );
    assert.match(imported.json.errors[0].expected, /INTERACTIONS_PER_ACCOUNT/);
  });

  test("is counted in the metrics when it is refused", async () => {
    const { text } = await call(service.operator, { path: "/metrics" });
    assert.match(
      text,
      /booking_operator_refusals_total\{operation="createCredential",reason="account-limit-reached"\} [1-9]/,
    );
  });

  test("of operators of all accounts together has a limit of its own", async () => {
    const make = () => desk.ask("POST", "/operators", { name: fresh(), role: "viewer" });
    let last = await make();
    for (let count = 0; last.status === 201 && count < 9; count += 1) last = await make();
    assertProblem(last, 409, "account-limit-reached");
    assert.match(last.json.detail, /^All accounts together have 2 operators/);
  });
});

describe("what a key makes in a minute", () => {
  test("has a rate for each account, over HTTP alone, and for each operator's sign-ins", async () => {
    const rate = 100;
    const accounts = [acme, other].map((name) => ({ name, hosts: [`${name.tenant}.example`] }));
    await using own = await startTestService(accounts, {
      RATE_LIMIT_CREATIONS_PER_MINUTE: String(rate),
    });
    const admin = await openDesk(own);
    const create = (path: string) => admin.ask("POST", `${path}/credentials`, {});
    const answers = [];
    for (let count = 0; count < rate + 1; count += 1) answers.push(await create(acmePath));
    const last = answers.pop();
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assertProblem(last as never, 429, "too-many-creations");
    assert.match(last?.headers["retry-after"] ?? "", /^[1-9]\d?$/);
    assert.match(last?.json.detail, /RATE_LIMIT_CREATIONS_PER_MINUTE/);
    assert.equal((await create(otherPath)).status, 201);
    // Reads, and what makes nothing, are as before.
    assert.equal((await admin.ask("GET", `${acmePath}/credentials`)).json.items.length, rate);
    const words = ["credential", "create", "acme/production"];
    assert.equal((await runCommandHere(own.databaseUrl, words)).status, 0);
    const signIn = () =>
      callApi(own, { method: "POST", path: "/session", body: { key: admin.key } });
    const signedIn = [];
    for (let count = 0; count < rate + 1; count += 1) signedIn.push(await signIn());
    assertProblem(signedIn.pop() as never, 429, "too-many-creations");
    assert.deepEqual(new Set(signedIn.map(({ status }) => status)), new Set([201]));
    const desk = await openDesk(own, "viewer");
    const body = { key: desk.key };
    assert.equal((await callApi(own, { method: "POST", path: "/session", body })).status, 201);
  });
});
