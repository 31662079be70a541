import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { call } from "./harness/call.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath } from "./harness/operator-api.ts";
import { execute, plant, query } from "./harness/query.ts";
import { until } from "./harness/until.ts";
import { WebhookDesk, webhookPath } from "./harness/webhook-desk.ts";

describe("a webhook whose deliveries wait", () => {
  let ours: WebhookDesk;
  before(async () => {
    ours = await WebhookDesk.open();
  });
  after(() => ours[Symbol.asyncDispose]());

  test("shows nothing of an erased contact, in what waits and in its log", async () => {
    const { id } = await ours.make();
    const { id: one, name } = ours.fresh();
    ours.receiver.answer = ({ body }) => ({ status: 500, body });
    await ours.change(one, "cancel");
    await until(async () => (await ours.deliveries(id))[0]?.attempts[0]?.answer?.includes(name));
    const contact = await ours.desk.ask("GET", `${acmePath}/contacts?external_id=${name}`);
    const erasing = `${acmePath}/contacts/${contact.json.items[0].contact}?upcoming=keep`;
    const erased = await ours.desk.ask("DELETE", erasing);
    assert.ok(erased.status < 300, erased.text);
    const log = JSON.stringify(await ours.deliveries(id));
    assert.equal(log.includes(`"${name}"`) || log.includes(`\\"${name}\\"`), false, log);
    ours.receiver.answer = () => ({ status: 200 });
    ours.receiver.received.splice(0);
    const post = await until(() =>
      ours.receiver.received.find(({ data }) => data.booking?.booking === one),
    );
    assert.notEqual(post.data.booking?.external_id, name);
    await ours.remove(id);
  });

  for (const waiting of [0, 10_001]) {
    test(`stands still in a database that was put back, and says so, with ${waiting} deliveries waiting`, async () => {
      const { id } = await ours.make();
      await ours.desk.ask("POST", webhookPath(id, "/pause"));
      await until(
        () =>
          query(ours.service.databaseUrl, "select lease_held from webhook where lease_held = 0")
            .length === 1,
      );
      execute(
        ours.service.databaseUrl,
        `insert into webhook_delivery (
           account_id, webhook_id, id, position, lane, type, change_cursor, at, actor, state, attempts, failures, next_at
         )
         with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n <= ${waiting})
         select account_id, id, 'msg_' || n, n, 'lane ' || n, 'webhook.test', cursor, 0, 'holder', 'waiting', 0, 0,
           ${Number.MAX_SAFE_INTEGER}
         from webhook, numbers
         where n <= ${waiting}`,
      );
      // As after a restore: the feed begins a new epoch, and no process has written under it.
      execute(ours.service.databaseUrl, "update change_feed set database_identity = ''");
      execute(ours.service.databaseUrl, "update webhook set state = 'active'");
      const found = await until(async () => {
        const shown = await ours.desk.ask("GET", webhookPath(id));
        return shown.json.state === "paused" && shown.json;
      });
      assert.equal(found.reason, "restored");
      await ours.desk.ask("POST", webhookPath(id, "/resume"));
      await ours.desk.ask("POST", webhookPath(id, "/test"));
      await until(() => ours.receiver.received[0]);
      await ours.desk.ask("POST", webhookPath(id, "/pause"));
      // The tests' server writes a plan of each check of a foreign key.
      plant(
        ours.service.databaseUrl,
        "delete from webhook_delivery where id not in (select delivery_id from webhook_attempt)",
      );
      await ours.remove(id);
    });
  }

  test("says when a pause ends it, and which deliveries have failed, a day before and in the doctor", async () => {
    const { id } = await ours.make();
    const doctor = async (days: string) => {
      const env = { PORT: "0", OPERATOR_PORT: "0", CHANGES_RETENTION_DAYS: days };
      const { databaseUrl } = ours.service;
      const { json } = await runCommandHere(databaseUrl, ["doctor", "--json"], {
        env: { DATABASE_URL: databaseUrl, ...env },
      });
      const checks = json.checks as { name: string; ok: boolean; message: string }[];
      return checks.find(({ name }) => name === "webhooks");
    };
    const metric = async (name: string) => {
      const { text } = await call(ours.service.operator, { path: "/metrics", host: "localhost" });
      return new RegExp(`^booking_webhook_${name}\\{webhook="${id}"\\} (\\S+)$`, "m").exec(
        text,
      )?.[1];
    };
    assert.deepEqual(
      [(await doctor("1"))?.ok, await metric("ends_timestamp_seconds")],
      [true, undefined],
    );
    await ours.desk.ask("POST", webhookPath(id, "/pause"));
    await ours.change(ours.fresh().id, "check-in");
    const shown = (await ours.desk.ask("GET", webhookPath(id))).json;
    const days = (Date.parse(shown.ends_at) - Date.now()) / 86_400_000;
    assert.ok(days > 29.9 && days <= 30, shown.ends_at);
    assert.equal((await doctor("30"))?.ok, true);
    const soon = await doctor("1");
    assert.equal(soon?.ok, false);
    assert.match(
      soon.message,
      new RegExp(`^${id} is paused and ends at .*: .booking webhook resume`),
    );
    await until(
      async () =>
        Number(await metric("ends_timestamp_seconds")) * 1000 === Date.parse(shown.ends_at),
    );
    await ours.desk.ask("POST", webhookPath(id, "/resume"));
    await until(async () => (await metric("ends_timestamp_seconds")) === undefined);
    await until(async () => (await ours.deliveries(id))[0]?.state === "delivered");
    execute(ours.service.databaseUrl, "update webhook_delivery set state = 'failed'");
    // Its holder counts where something happens.
    await ours.desk.ask("POST", webhookPath(id, "/test"));
    assert.match((await doctor("30"))?.message ?? "", /has 1 failed: .*deliveries/);
    await until(async () => (await metric("failed")) === "1");
    assert.equal((await ours.desk.ask("GET", webhookPath(id))).json.failed, 1);
    // While it is paused nobody delivers for it, and what has failed is shown all the same.
    await ours.desk.ask("POST", webhookPath(id, "/pause"));
    await until(async () => (await metric("lag_seconds")) === undefined);
    await until(async () => (await metric("failed")) === "1");
    await ours.remove(id);
    await until(async () => (await metric("failed")) === undefined);
    assert.equal(await doctor("30"), undefined);
  });
});
