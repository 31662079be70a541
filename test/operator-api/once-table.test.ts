import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startDeskWithSlots, type DeskWithSlots } from "../harness/desk-with-slots.ts";
import { routes } from "../../src/operator/api/serving/routes.ts";
import { operations } from "../../src/operations/all.ts";
import type { Operation } from "../../src/operations/machinery/operation.ts";
import { acmePath, assertProblem } from "../harness/operator-api.ts";
import { runCommandHere } from "../harness/command-here.ts";
import { query } from "../harness/query.ts";
import { newBookingId } from "../harness/seed.ts";
import { until } from "../harness/until.ts";

/*
 * Every operation that writes is asked for twice under one key, in a state where it does something: the second
 * answer is the first one, or 409 where the first printed a secret.
 */

let ours: DeskWithSlots;
before(async () => {
  ours = await startDeskWithSlots({ WEBHOOK_SECRET_KEY: Buffer.alloc(32, 7).toString("base64") });
});
after(() => ours[Symbol.asyncDispose]());

/** A request; its operation gives method and path. */
interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

const summer = { interaction: "pk_summer", activity: "tasting" };
const tasting = "/interactions/pk_summer/activities/tasting";

async function made(method: string, path: string, body?: object, headers = {}) {
  const answer = await ours.desk.ask(method, path, body, headers);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
  return answer.json;
}

let names = 0;
/** A name that nothing has. */
const fresh = () => `n-${(names += 1)}`;

async function bookedBy(who: string, more: object = {}): Promise<{ readonly booking: string }> {
  const slot_starting_at = await ours.newSlot(2);
  const { status, json, text } = await ours.book(who, { slot_starting_at, ...more });
  assert.equal(status, 201, text);
  return { booking: json.booking };
}

async function client() {
  return { client_id: (await made("POST", `${acmePath}/credentials`, {})).client_id as string };
}

async function contact(who = `who-${fresh()}`) {
  await bookedBy(who);
  const { items } = await made("GET", `${acmePath}/contacts?external_id=${who}`);
  return { contact: items[0].contact as string, who };
}

async function account(isClosed = false): Promise<Record<string, string>> {
  const tenant = fresh();
  const name = `${tenant}/uat`;
  await made("POST", "/accounts", { account: name, api_hosts: [`${tenant}.example`] });
  if (isClosed) await made("POST", `/accounts/${name}/close`, {});
  return { tenant, environment: "uat" };
}

async function webhook() {
  const body = { url: "https://crm.example/hook" };
  return { webhook: (await made("POST", `${acmePath}/webhooks`, body)).id as string };
}

async function delivery() {
  const { webhook: id } = await webhook();
  const tried = await made("POST", `${acmePath}/webhooks/${id}/test`);
  return { params: { webhook: id }, body: { delivery: tried.delivery as string } };
}

async function catalogued(path: string, body: object): Promise<void> {
  await made("PUT", `${acmePath}${path}`, body, { "if-none-match": "*" });
}

const texts = {
  activity: { title: { fr: "Une" } },
  host: { display_name: "Host" },
  type: { display_name: "Type", has_limited_capacity: true },
  group: { display_name: "Group" },
  interaction: {
    group: "acme-fr",
    timezone: "Europe/Paris",
    default_language: "fr",
    languages: ["fr"],
  },
};
const ifNew = { headers: { "if-none-match": "*" } };
const ifAny = { headers: { "if-match": "*" } };

async function thing(path: string, body: object): Promise<string> {
  const id = fresh();
  await catalogued(`${path}/${id}`, body);
  return id;
}

const bookedSlot = async () => {
  const starting_at = await ours.newSlot(2);
  await ours.book(fresh(), { slot_starting_at: starting_at });
  return { ...summer, starting_at };
};

const full = { ...summer, ticket_type: "standard" };

/** By operation, what makes a request that does something. */
const requests: Readonly<Record<string, () => Asked | Promise<Asked>>> = {
  createAccount: () => ({ body: { account: `${fresh()}/uat`, api_hosts: [`${fresh()}.example`] } }),
  closeAccount: async () => ({ params: await account(), body: {} }),
  deleteAccount: async () => {
    const params = await account(true);
    return { params, query: `?confirm=${params["tenant"]}/uat` };
  },
  addApiHost: async () => ({ params: { ...(await account()), host: `${fresh()}.example` } }),
  removeApiHost: async () => {
    const params = await account();
    return { params: { ...params, host: `${params["tenant"]}.example` } };
  },
  enableEndpoint: async () => ({
    params: { ...(await account()), endpoint: "interactions:fetchContactBookings" },
  }),
  disableEndpoint: () => ({ params: { endpoint: "interactions:fetchContactBookings" } }),
  createCredential: () => ({ body: {} }),
  rotateCredential: async () => ({ params: await client(), body: {} }),
  revokeCredential: async () => ({ params: await client() }),
  labelCredential: async () => ({ params: await client(), body: { label: "shop" } }),
  cancelBooking: async () => ({ params: await bookedBy(fresh()), body: {} }),
  checkIn: async () => ({ params: await bookedBy(fresh()), body: {} }),
  undoCheckIn: async () => {
    const params = await bookedBy(fresh());
    await made("POST", `${acmePath}/bookings/${params.booking}/check-in`, {});
    return { params, body: {} };
  },
  promoteWaitlist: async () => {
    await waiting();
    return { body: {} };
  },
  promoteBooking: async () => ({ params: { booking: await waiting() }, body: {} }),
  acceptOffer: async () => ({ params: { booking: await offered() }, body: {} }),
  book: async () => ({
    body: { ...full, external_id: fresh(), slot_starting_at: await ours.newSlot(2) },
  }),
  bookAs: async () => ({
    params: { booking: newBookingId() },
    body: { ...full, external_id: fresh(), slot_starting_at: await ours.newSlot(2) },
  }),
  changeBooking: async () => ({
    params: await bookedBy(fresh()),
    body: { external_id: fresh(), data: { a: 1 } },
  }),
  moveBooking: async () => ({
    params: await bookedBy(fresh()),
    body: { slot_starting_at: await ours.newSlot(2) },
  }),
  addSlotsByPattern: () => ({
    body: { ...summer, from: "2032-05-01", to: "2032-05-02", at: ["09:00"], capacity: 2 },
  }),
  addSlots: () => ({ body: { ...summer, starting_at: ["2032-06-01T08:00:00Z"], capacity: 2 } }),
  importSlots: () => ({
    body: "interaction,activity,starting_at,capacity\npk_summer,tasting,2032-07-01T08:00:00Z,3\n",
    headers: { "content-type": "text/csv" },
  }),
  changeSlotCapacity: async () => ({ params: await bookedSlot(), body: { capacity: 7 }, ...ifAny }),
  changeSlotLengths: () => ({ body: { ...summer, slot_duration_in_minutes: 25 } }),
  changeSlot: async () => ({ params: await bookedSlot(), body: { to_length: 35 } }),
  makeHold: async () => ({
    params: { hold: newBookingId() },
    body: { ...full, slot_starting_at: await ours.newSlot(2), seconds: 600 },
  }),
  extendHold: async () => ({ params: await held(), body: { seconds: 1200 } }),
  releaseHold: async () => ({ params: await held() }),
  closeSlot: async () => ({ params: await bookedSlot(), body: {} }),
  removeSlot: async () => ({ params: { ...summer, starting_at: await ours.newSlot(2) } }),
  putGroup: () => ({ params: { unique_key: fresh() }, body: texts.group, ...ifNew }),
  removeGroup: async () => ({
    params: { unique_key: await thing("/groups", texts.group) },
    ...ifAny,
  }),
  putInteraction: () => ({
    params: { public_key: "pk_fair" },
    body: { ...texts.interaction, cancellation_cutoff_minutes: 7 },
    ...ifAny,
  }),
  removeInteraction: async () => {
    const public_key = fresh();
    const lines = [
      { kind: "interaction", public_key, ...texts.interaction },
      { kind: "activity", interaction: public_key, id: "only", ...texts.activity },
    ];
    await made("POST", `${acmePath}/catalogue`, { edits: lines.map((line) => ({ line })) });
    return { params: { public_key }, query: "?with=everything-unbooked", ...ifAny };
  },
  putActivity: () => ({ params: { ...summer, id: fresh() }, body: texts.activity, ...ifNew }),
  removeActivity: async () => ({
    params: { ...summer, id: await thing("/interactions/pk_summer/activities", texts.activity) },
    ...ifAny,
  }),
  putHost: () => ({
    params: { ...summer, activity: "workshop", id: fresh() },
    body: texts.host,
    ...ifNew,
  }),
  removeHost: async () => ({
    params: {
      ...summer,
      activity: "workshop",
      id: await thing("/interactions/pk_summer/activities/workshop/hosts", texts.host),
    },
    ...ifAny,
  }),
  putTicketType: () => ({ params: { ...summer, id: fresh() }, body: texts.type, ...ifNew }),
  removeTicketType: async () => ({
    params: { ...summer, id: await thing(`${tasting}/ticket-types`, texts.type) },
    ...ifAny,
  }),
  editCatalogue: () => ({
    body: { edits: [{ line: { kind: "group", unique_key: fresh(), display_name: "Edited" } }] },
  }),
  eraseContact: async () => ({
    params: { contact: (await contact()).contact },
    query: "?upcoming=cancel",
  }),
  eraseExternalId: async () => ({
    body: { external_id: (await contact()).who, upcoming: "cancel" },
  }),
  mergeContact: async () => ({
    body: { from: (await contact()).who, into: (await contact()).who },
  }),
  createOperator: () => ({ body: { name: fresh(), role: "staff" } }),
  changeOperator: async () => {
    const name = fresh();
    await made("POST", "/operators", { name, role: "staff" });
    return { params: { name }, body: { role: "viewer" } };
  },
  revokeOperator: async () => {
    const name = fresh();
    await made("POST", "/operators", { name, role: "staff" });
    return { params: { name } };
  },
  endSession: async () => {
    await made("POST", "/session", { key: ours.desk.key });
    const { items } = (await ours.desk.ask("GET", "/session/everybody")).json;
    return { params: { session: items[0].session as string } };
  },
  endSessions: () => ({}),
  createWebhook: () => ({ body: { url: "https://crm.example/hook" } }),
  pauseWebhook: async () => ({ params: await webhook() }),
  resumeWebhook: async () => {
    const params = await webhook();
    await made("POST", `${acmePath}/webhooks/${params.webhook}/pause`);
    return { params };
  },
  rotateWebhook: async () => ({ params: await webhook(), body: {} }),
  removeWebhook: async () => ({ params: await webhook() }),
  testWebhook: async () => ({ params: await webhook() }),
  replayWebhook: delivery,
  giveUpWebhookDelivery: delivery,
  startImport: () => ({
    body: JSON.stringify({ kind: "group", unique_key: fresh(), display_name: "Imported" }),
    headers: { "content-type": "application/x-ndjson" },
  }),
  startCsvImport: async () => ({
    body: `booking,external_id,interaction,activity,slot_starting_at,ticket_type,booking_status,booked_at\n${newBookingId()},${fresh()},pk_summer,tasting,${await ours.newSlot(2)},standard,CONFIRMED,2025-01-01T10:00:00Z\n`,
    headers: { "content-type": "text/csv" },
  }),
};

/** A booking that waits although there is room. */
async function waiting(): Promise<string> {
  const slot_starting_at = await ours.newSlot(1);
  await ours.book(fresh(), { slot_starting_at });
  const { json } = await ours.book(fresh(), { slot_starting_at });
  assert.equal(json.booking_status, "WAITLIST");
  const slot = `${acmePath}${tasting}/slots/${slot_starting_at}`;
  await made("PUT", slot, { capacity: 2 }, { "if-match": "*" });
  return json.booking;
}

/** A booking for which seats are kept. */
async function offered(): Promise<string> {
  const booking = await waiting();
  const path = `${acmePath}/interactions/pk_summer`;
  const { etag: _, kind: __, public_key: ___, ...line } = await made("GET", path);
  const promote = (waitlist_promotion: string) =>
    made("PUT", path, { ...line, waitlist_promotion }, { "if-match": "*" });
  await promote("offer");
  await promote("manual");
  return booking;
}

/** Seats that are kept. */
async function held(): Promise<{ readonly hold: string }> {
  const hold = newBookingId();
  const slot_starting_at = await ours.newSlot(2);
  await made("PUT", `${acmePath}/holds/${hold}`, { ...full, slot_starting_at, seconds: 600 });
  return { hold };
}

const isBySession = ({ path }: Operation) => path.startsWith("/session");

describe("each operation that writes, twice under one key", () => {
  for (const operation of operations.filter(({ writes }) => writes)) {
    test(`${operation.name} gives its first answer again`, async () => {
      const request = requests[operation.name] ?? assert.fail("no request is written for it");
      const { params, query = "", body, headers } = await request();
      const values: Readonly<Record<string, string>> = {
        tenant: "acme",
        environment: "production",
        ...params,
      };
      const path = operation.path.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => values[name] ?? assert.fail(name),
      );
      const sent = typeof body === "string" ? Buffer.from(body) : body;
      const key = { "idempotency-key": `twice-${operation.name}` };
      const ask = () => ours.desk.ask(operation.method, path + query, sent, { ...headers, ...key });
      const first = await ask();
      assert.ok(first.status < 300, first.text);
      if (first.status === 202) {
        const job = `${acmePath}/imports/${first.json.import}`;
        await until(async () => (await ours.desk.ask("GET", job)).json.state === "done");
      }
      const again = await ask();
      if (operation.again === "secret") {
        assertProblem(again, 409, "secret-shown-once");
        return;
      }
      assert.equal(again.status, first.status, again.text);
      if (first.status === 202) assert.equal(again.json.import, first.json.import);
      else assert.deepEqual(again.json, first.json);
    });
  }

  test("is so for commands about what is gone then", async () => {
    const { tenant = "" } = await account(true);
    const name = `${tenant}/uat`;
    const [one, other, third] = [
      (await contact()).who,
      (await contact()).who,
      (await contact()).who,
    ];
    const acmes = ["acme/production", "--external-id"];
    for (const words of [
      ["contact", "merge", ...acmes, one, "--into", other],
      ["contact", "erase", ...acmes, third, "--upcoming", "cancel"],
      ["account", "delete", name, "--confirm", name],
    ]) {
      const run = (more: readonly string[] = []) =>
        runCommandHere(ours.service.databaseUrl, [...words, ...more, "--json"]);
      const key = ["--idempotency-key", words[1] ?? ""];
      const first = await run(key);
      assert.equal(first.status, 0, first.err);
      const again = await run(key);
      assert.deepEqual([again.status, again.json], [0, first.json], again.err);
      assert.equal((await run()).status, 1);
    }
    const path = `${acmePath}/contacts/erase`;
    const body = { external_id: other, upcoming: "keep" };
    const key = { "idempotency-key": "twice-mergeContact" };
    assertProblem(await ours.desk.ask("POST", path, body, key), 422, "idempotency-key-reused");
  });

  test("keeps no external id", () => {
    const rows = JSON.stringify(query(ours.service.databaseUrl, "select * from operator_request"));
    assert.match(rows, /bookings/);
    assert.doesNotMatch(rows, /who-/);
  });

  test("is every one but those of a browser's session", () => {
    const others = routes.filter((each) => each.writes && !operations.includes(each));
    assert.ok(others.every(isBySession));
    assert.equal(others.length, 1);
  });
});
