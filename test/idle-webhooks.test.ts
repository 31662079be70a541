import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { countStatements } from "./harness/count-statements.ts";
import { acmePath } from "./harness/operator-api.ts";
import { query } from "./harness/query.ts";
import { until } from "./harness/until.ts";
import { WebhookDesk } from "./harness/webhook-desk.ts";

const idle = 40;
let ours: WebhookDesk;
before(async () => {
  ours = await WebhookDesk.open();
});
after(() => ours[Symbol.asyncDispose]());

test("webhooks that want nothing of a change cost it no read and no write of their own", async () => {
  const order = { url: ours.receiver.url, events: ["booking.moved"] };
  for (let made = 0; made < idle; made += 1) {
    await ours.desk.ask("POST", `${acmePath}/webhooks`, order);
  }
  await ours.make();
  const held = () =>
    query(ours.service.databaseUrl, "select id from webhook where lease_held = 1").length;
  await until(() => held() === idle + 1);
  // Each has read the feed once, and is level from then on.
  await ours.change(ours.fresh().id, "check-in");
  await until(() => ours.receiver.received.length === 1);
  const { statements } = await countStatements(async () => {
    await ours.change(ours.fresh().id, "cancel");
    await until(() => ours.receiver.received.length === 2);
  });
  const ofFeed = statements.filter((sql) => /position/.test(sql) && /booking_event/.test(sql));
  assert.ok(ofFeed.length > 0 && ofFeed.length < idle, `${ofFeed.length}`);
  const moved = statements.filter((sql) => /update "webhook" set .*"cursor"/.test(sql));
  assert.equal(moved.length, 1, "of the one that wants it");
});
