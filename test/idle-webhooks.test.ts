import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import { countStatements } from "./harness/count-statements.ts";
import { acmePath } from "./harness/operator-api.ts";
import { execute, query } from "./harness/query.ts";
import { cancelPath } from "./harness/seed.ts";
import { until } from "./harness/until.ts";
import { WebhookDesk } from "./harness/webhook-desk.ts";

const idle = 40;
const many = 200;
/** What looks at times for due work asks in between, so the fewest of several are compared. */
const rounds = 10;
/** The statements of such looks, several of which fall into every round of a busy machine; a look for each webhook is many more. */
const looksMost = many / 10;
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

test("two hundred webhooks that have nothing to send cost a cancel and a booking a tenth more at most", async (t) => {
  await using house = await WebhookDesk.open();
  const { service, desk, receiver } = house;
  await house.make();
  await house.change(house.fresh().id, "check-in");
  await until(() => receiver.received.length === 1);
  const token = await service.token();
  const held = () =>
    query(service.databaseUrl, "select id from webhook where lease_held = 1").length;
  const slot = {
    interaction: "pk_summer",
    activity: "tasting",
    slot_starting_at: "2030-05-01T08:00:00Z",
  };
  const book = async () => {
    const order = { ...slot, ticket_type: "standard", external_id: randomUUID() };
    const answer = await desk.ask("POST", `${acmePath}/bookings`, order);
    assert.equal(answer.status, 201, answer.text);
    return answer.json.booking as string;
  };
  const cancel = async (booking: string) => {
    const order = { method: "POST", path: cancelPath, token, body: { booking } };
    assert.equal((await service.call(order)).status, 200);
  };
  /** The fewest statements from the change until the one webhook that wants it has it. */
  const fewest = async (change: () => Promise<() => Promise<unknown>>) => {
    const counts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const act = await change();
      await until(() => receiver.received.length === made);
      made += 1;
      const { statements } = await countStatements(async () => {
        await act();
        await until(() => receiver.received.length === made);
      });
      counts.push(statements.length);
    }
    return Math.min(...counts);
  };
  let made = receiver.received.length;
  const costs = async () => ({
    booking: await fewest(async () => book),
    cancel: await fewest(async () => {
      made += 1;
      const booking = await book();
      return () => cancel(booking);
    }),
  });
  const few = await costs();
  const order = { url: receiver.url, events: ["booking.moved"] };
  assert.equal((await desk.ask("POST", `${acmePath}/webhooks`, order)).status, 201);
  const [row] = query(service.databaseUrl, "select * from webhook where events like '%moved%'");
  assert.ok(row);
  const columns = Object.keys(row);
  const copies = Array.from({ length: many - 1 }, () => {
    const copy = { ...row, id: randomUUID() } as Readonly<Record<string, string | number | null>>;
    const values = columns.map((each) => (copy[each] === null ? "null" : `'${copy[each]}'`));
    return `(${values.join(", ")})`;
  });
  execute(
    service.databaseUrl,
    `insert into webhook (${columns.join(", ")}) values ${copies.join(", ")}`,
  );
  await until(() => held() === many + 1);
  const beside = await costs();
  t.diagnostic(`none idle: ${JSON.stringify(few)}, beside ${many}: ${JSON.stringify(beside)}`);
  for (const act of ["booking", "cancel"] as const) {
    assert.ok(
      beside[act] <= few[act] * 1.1 + looksMost,
      `${act}: ${few[act]} statements, ${beside[act]} beside ${many}`,
    );
  }
});
