import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, test } from "node:test";
import { startDemoTraffic } from "../playground/demo/demo-traffic.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { createCredential, createAccount } from "./harness/operate.ts";
import { demoAccount } from "../src/domain/demo-account.ts";
import { createDemo } from "../playground/demo/create-demo.ts";
import { spareContact } from "../playground/demo/demo-data.ts";
import { call } from "./harness/call.ts";
import { audit, openTestStores, startTestService, type TestService } from "./harness/service.ts";
import { testDatabase } from "./harness/test-database.ts";
import { until } from "./harness/until.ts";
import { program, programWords } from "./harness/program.ts";

async function cancelledOf(service: TestService): Promise<Map<string, number>> {
  const { id } = (await service.store.accounts.find(demoAccount)) ?? assert.fail();
  const found = await service.store
    .account(id)
    .findBookings({ statuses: ["CANCELLED"], limit: 10_000 });
  const byContact = Map.groupBy(found, ({ line }) => line.external_id);
  return new Map([...byContact].map(([contact, { length }]) => [contact, length]));
}

function start(
  service: TestService,
  credential: { clientId: string; clientSecret: string; audience: string },
  dice: number,
) {
  return startDemoTraffic({
    baseUrl: `http://localhost:${new URL(service.api).port}`,
    credential,
    contacts: ["CUST-1001"],
    spareContact,
    random: () => dice,
    now: Date.now,
  });
}

describe("the traffic of a demo", () => {
  test("cancels the spare bookings and nobody else's, is refused once none is left, and stops", async () => {
    await using service = await startTestService([]);
    const account = await createDemo(service.store, audit());
    if (isRefused<{ why: string }>(account)) assert.fail(account.refused.why);
    const credential = await createCredential(service.store, audit(), demoAccount);
    if (isRefused<{ why: string }>(credential)) assert.fail(credential.refused.why);
    const before = await cancelledOf(service);
    assert.equal(before.get(spareContact), undefined);
    const traffic = start(service, credential, 0.975);
    await until(async () => ((await cancelledOf(service)).get(spareContact) ?? 0) >= 2);
    const after = await cancelledOf(service);
    after.delete(spareContact);
    assert.deepEqual(after, before);
    const door = service.store.account(account.id);
    const spare = await door.findBookings({ externalId: spareContact, limit: 100 });
    const token = await call(service.api, {
      method: "POST",
      path: "/v1/oauth:token",
      host: "localhost",
      body: {
        client_id: credential.clientId,
        client_secret: credential.clientSecret,
        audience: credential.audience,
        grant_type: "client_credentials",
      },
    });
    for (const { booking } of spare) {
      await call(service.api, {
        method: "POST",
        path: "/v1/interactions:cancelInteractionBooking",
        host: "localhost",
        token: token.json.access_token,
        body: { booking: booking.id },
      });
    }
    const refused =
      /booking_refusals_total\{endpoint="interactions:cancelInteractionBooking",reason="ticket-already-cancelled"\} (\d+)/;
    const count = async () =>
      Number(refused.exec((await call(service.operator, { path: "/metrics" })).text)?.[1] ?? 0);
    const known = await count();
    await until(async () => (await count()) > known);
    await traffic.close();
    const last = await count();
    await sleep(1_500);
    assert.equal(await count(), last);
  });

  test("goes beside a demo, without a line in the log for each request, and ends with it", async () => {
    await using database = await testDatabase();
    const demo = await startDemo(database.url);
    await until(async () => {
      const { text } = await call(demo.operator, { path: "/metrics" });
      return /requests_total\{endpoint="interactions:fetchContactBookings",status="200"\}/.test(
        text,
      );
    });
    const curl = demo.text().match(/Bearer (bst_\S+)'/)?.[1] ?? assert.fail();
    const list = await call(demo.api, {
      path: "/v1/interactions:fetchContactBookings?external_id=CUST-1001",
      host: "localhost",
      token: curl,
    });
    assert.equal(list.json.total_count, 5);
    assert.match(demo.text(), /http:\/\/127\.0\.0\.1:\d+\/sign-in#code=bsl_/);
    demo.child.kill("SIGTERM");
    assert.equal(await demo.gone, 0);
    assert.doesNotMatch(demo.text(), /"answered"|"level":"error"/);
  });

  test("never goes where other accounts exist", async () => {
    await using stores = await openTestStores(1);
    const name = { tenant: "acme", environment: "production" } as const;
    await createAccount(stores.first, audit(), name, ["api.acme.example"], []);
    const demo = await startDemo(stores.databaseUrl);
    await sleep(2_000);
    const { text } = await call(demo.operator, { path: "/metrics" });
    assert.doesNotMatch(text, /^booking_http_requests_total\{/m);
    await call(demo.api, { path: "/v1/nowhere" });
    demo.child.kill("SIGTERM");
    assert.equal(await demo.gone, 0);
    assert.match(demo.text(), /"answered"/);
  });
});

async function startDemo(databaseUrl: string) {
  const child = spawn(program, [...programWords, "demo", "--serve", "--traffic"], {
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, PORT: "0", OPERATOR_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = new Promise<number | null>((resolve) => child.once("close", resolve));
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const address = (name: string) => new RegExp(`"${name}":"([^"]+)"`).exec(text)?.[1] ?? "";
  await until(() => text.includes('"msg":"ready"'));
  return { child, gone, text: () => text, api: address("api"), operator: address("operator") };
}
