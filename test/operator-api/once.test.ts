import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { operations } from "../../src/operations/all.ts";
import { idempotencyLifetimeMs } from "../../src/domain/idempotent-request.ts";
import { runHousekeeping } from "../../src/usecases/housekeeping.ts";
import { call } from "../harness/call.ts";
import { startDeskWithSlots, type DeskWithSlots } from "../harness/desk-with-slots.ts";
import { acmePath, assertProblem, openDesk } from "../harness/operator-api.ts";
import { execute, query } from "../harness/query.ts";
import { until } from "../harness/until.ts";

let ours: DeskWithSlots;
before(async () => {
  ours = await startDeskWithSlots();
});
after(() => ours[Symbol.asyncDispose]());

const bookings = `${acmePath}/bookings`;
const summer = { interaction: "pk_summer", activity: "tasting", ticket_type: "standard" };

/** Sends a request under a key. */
function send(key: string, method: string, path: string, body?: object) {
  return ours.desk.ask(method, path, body, { "idempotency-key": key });
}

const countOf = (who: string) =>
  query(
    ours.service.databaseUrl,
    `select booking.id from booking join contact on contact.number = booking.contact_number where external_id = '${who}'`,
  ).length;

describe("a write under an idempotency key", () => {
  test("is done once: the same again gets the first status and the booking as it is", async () => {
    const body = { ...summer, external_id: "ann", slot_starting_at: await ours.newSlot(3) };
    const first = await send("book-1", "POST", bookings, body);
    assert.equal(first.status, 201, first.text);
    const members = Object.fromEntries(Object.entries(body).toReversed());
    const again = await send("book-1", "POST", bookings, members);
    assert.deepEqual([again.status, again.json], [201, first.json]);
    const cancel = `${bookings}/${first.json.booking}/cancel`;
    const cancelled = await send("cancel-1", "POST", cancel, {});
    assert.equal(cancelled.json.booking_status, "CANCELLED");
    assert.deepEqual((await send("cancel-1", "POST", cancel, {})).json, cancelled.json);
    assert.equal((await send("book-1", "POST", bookings, body)).json.booking_status, "CANCELLED");
    assert.equal(countOf("ann"), 1);
  });

  test("refuses another request under the key, and leaves reads and other operators alone", async () => {
    const body = { ...summer, external_id: "bob", slot_starting_at: await ours.newSlot(3) };
    await send("book-2", "POST", bookings, body);
    const others = [await send("book-2", "POST", bookings, { ...body, tickets: 2 })];
    assertProblem(others[0]!, 422, "idempotency-key-reused");
    assert.equal((await send("book-2", "GET", bookings)).status, 200);
    assert.equal((await send("two words", "GET", bookings)).status, 200);
    assertProblem(await send("two words", "POST", bookings, body), 400, "malformed");
    const colleague = await openDesk(ours.service);
    const theirs = await colleague.ask("POST", bookings, body, { "idempotency-key": "book-2" });
    assert.equal(theirs.status, 201);
    assert.equal(countOf("bob"), 2);
  });

  test("answers ten at once with one booking", async () => {
    const body = { ...summer, external_id: "race", slot_starting_at: await ours.newSlot(9) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send("race-1", "POST", bookings, body)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(answers.map(({ json }) => json.booking)).size, 1);
    assert.equal(countOf("race"), 1);
  });

  test("keeps a refusal, but neither one of who may do it nor of the form", async () => {
    const slot_starting_at = "2031-12-24T08:00:00Z";
    const body = { ...summer, external_id: "eve", slot_starting_at };
    const refused = await send("book-3", "POST", bookings, body);
    assertProblem(refused, 404, "not-in-catalogue");
    const added = { ...summer, starting_at: [slot_starting_at], capacity: 1 };
    const { ticket_type: _, ...slots } = added;
    const made = await send("slots-1", "POST", `${acmePath}/slots`, slots);
    assert.deepEqual(made.json.created, [slot_starting_at]);
    assertProblem(await send("book-3", "POST", bookings, body), 404, "not-in-catalogue");
    const again = await send("slots-1", "POST", `${acmePath}/slots`, slots);
    assert.deepEqual(again.json, made.json, "created, not found");
    const door = await openDesk(ours.service, "viewer");
    const key = { "idempotency-key": "door-1" };
    assertProblem(await door.ask("POST", bookings, body, key), 403, "role-too-low");
    assertProblem(
      await send("form-1", "POST", bookings, { ...body, tickets: 0 }),
      400,
      "malformed",
    );
    assert.equal((await send("form-1", "POST", bookings, body)).status, 201);
  });

  test("that showed a secret names what was made and shows no secret again", async () => {
    const credentials = `${acmePath}/credentials`;
    const made = await send("client-1", "POST", credentials, {});
    assert.equal(made.status, 201);
    const again = await send("client-1", "POST", credentials, {});
    assertProblem(again, 409, "secret-shown-once");
    assert.equal(again.json.made, made.json.client_id);
    const rotate = `${credentials}/${made.json.client_id}/rotate`;
    assert.equal((await send("client-2", "POST", rotate, {})).status, 201);
    assert.equal((await send("client-2", "POST", rotate, {})).json.made, made.json.client_id);
    const revoke = `${credentials}/${made.json.client_id}/revoke`;
    const revoked = await send("client-3", "POST", revoke);
    assert.equal(revoked.json.was_revoked, false);
    assert.deepEqual((await send("client-3", "POST", revoke)).json, revoked.json);
    const jo = { name: "jo", role: "staff" };
    await send("jo-1", "POST", "/operators", jo);
    assert.equal((await send("jo-1", "POST", "/operators", jo)).json.made, "jo");
    const rows = JSON.stringify(query(ours.service.databaseUrl, "select * from operator_request"));
    for (const secret of [made.json.client_secret, "ann", "bob", "race", "eve", "book-1"]) {
      assert.ok(!rows.includes(secret), "no secret, nothing personal, not the key");
    }
  });

  test("belongs to the key and not to its name, which another key may get", async () => {
    const body = { ...summer, external_id: "heir", slot_starting_at: await ours.newSlot(3) };
    const make = () => ours.desk.ask("POST", "/operators", { name: "till-1", role: "agent" });
    const ask = (token: string) =>
      call(ours.service.operator, {
        method: "POST",
        path: `/operator/v1${bookings}`,
        host: "localhost",
        token,
        headers: { "idempotency-key": "till" },
        body,
      });
    const { key: first } = (await make()).json;
    const theirs = await ask(first);
    await ours.desk.ask("POST", "/operators/till-1/revoke");
    const { key: second } = (await make()).json;
    const own = await ask(second);
    assert.equal(own.status, 201, own.text);
    assert.notEqual(own.json.booking, theirs.json.booking);
    assert.equal((await ask(second)).json.booking, own.json.booking);
    assert.equal(countOf("heir"), 2);
  });

  test("of the catalogue gets its first answer, or what stands there", async () => {
    const path = `${acmePath}/groups/g2`;
    const body = { display_name: "Two" };
    const put = () =>
      ours.desk.ask("PUT", path, body, { "idempotency-key": "group-1", "if-none-match": "*" });
    const first = await put();
    assert.equal(first.status, 201, first.text);
    const again = await put();
    assert.deepEqual([again.status, again.json], [201, first.json]);
    assert.equal(again.headers["etag"], first.headers["etag"]);
    const edit = { edits: [{ line: { kind: "group", unique_key: "g3", display_name: "Three" } }] };
    const edited = await send("edit-1", "POST", `${acmePath}/catalogue`, edit);
    assert.deepEqual(
      (await send("edit-1", "POST", `${acmePath}/catalogue`, edit)).json,
      edited.json,
    );
    assert.equal((await send("group-2", "DELETE", path)).status, 204);
    assert.equal((await send("group-2", "DELETE", path)).status, 204);
  });

  test("of the catalogue gets its whole first answer under a request id that is used again", async () => {
    const id = { "x-request-id": "one-id", "idempotency-key": "edit-2" };
    const group = (unique_key: string) => ({ kind: "group", unique_key, display_name: "Same" });
    const path = `${acmePath}/catalogue`;
    await ours.desk.ask("POST", path, { edits: [{ line: group("g4") }] });
    const body = { edits: [{ line: group("g4") }, { line: group("g5") }] };
    const first = await ours.desk.ask("POST", path, body, id);
    assert.equal(first.json.items.length, 2, first.text);
    const client = await ours.desk.ask(
      "POST",
      `${acmePath}/credentials`,
      {},
      {
        "x-request-id": "one-id",
      },
    );
    assert.equal(client.status, 201);
    const again = await ours.desk.ask("POST", path, body, id);
    assert.deepEqual([again.status, again.json], [200, first.json], again.text);
  });

  test("keeps no refusal about what was seen, which holds the line that stands there", async () => {
    const path = `${acmePath}/interactions/pk_summer/activities/workshop/hosts/h-kept`;
    const body = { display_name: "Hostess Kept" };
    const put = (headers: Record<string, string>) =>
      ours.desk.ask("PUT", path, body, { "idempotency-key": "host-1", ...headers });
    const made = await ours.desk.ask("PUT", path, body, { "if-none-match": "*" });
    assert.equal(made.status, 201, made.text);
    assertProblem(await put({ "if-match": '"old"' }), 412, "changed-meanwhile");
    const rows = JSON.stringify(query(ours.service.databaseUrl, "select * from operator_request"));
    assert.ok(!rows.includes("Hostess"), "a host's name");
    body.display_name = "Hostess Changed";
    const seen = { "if-match": made.headers["etag"] ?? "" };
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(seen)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  });

  test("of a slot and of an account gets its first answer", async () => {
    const at = await ours.newSlot(2);
    await ours.book("closed", { slot_starting_at: at });
    const slot = `${acmePath}/interactions/pk_summer/activities/tasting/slots/${at}`;
    const closed = await send("close-1", "POST", `${slot}/close`, {});
    assert.equal(closed.json.cancelled.length, 1);
    assert.deepEqual((await send("close-1", "POST", `${slot}/close`, {})).json, closed.json);
    const dry = await send("close-2", "POST", `${slot}/close`, { dry_run: true });
    assert.deepEqual(
      (await send("close-2", "POST", `${slot}/close`, { dry_run: true })).json,
      dry.json,
    );
    const account = { account: "acme/uat", api_hosts: ["uat.acme.example"] };
    assert.equal((await send("account-1", "POST", "/accounts", account)).status, 201);
    assert.equal((await send("account-1", "POST", "/accounts", account)).status, 201);
    const close = "/accounts/acme/uat/close";
    const gone = await send("account-2", "POST", close, {});
    assert.deepEqual((await send("account-2", "POST", close, {})).json, gone.json);
    await ours.assertLawful();
  });

  test("waits for figures that the first request is about to keep", async () => {
    const { databaseUrl } = ours.service;
    const body = { ...summer, starting_at: ["2031-12-25T08:00:00Z"], capacity: 1 };
    const { ticket_type: _, ...slots } = body;
    const add = () => send("slots-2", "POST", `${acmePath}/slots`, slots);
    const first = await add();
    assert.equal(first.status, 200, first.text);
    const which = `made like '%2031-12-25%'`;
    const [row] = query(databaseUrl, `select key_hash, made from operator_request where ${which}`);
    const { key_hash, made } = row as { readonly key_hash: string; readonly made: string };
    const keep = (text: string) =>
      execute(
        databaseUrl,
        `update operator_request set made = '${text}' where key_hash = '${key_hash}'`,
      );
    keep('{"subject":"slots"}');
    const again = add();
    await sleep(150);
    keep(made);
    assert.deepEqual((await again).json, first.json);
    keep('{"subject":"slots"}');
    assertProblem(await add(), 409, "answer-not-kept");
  });

  test("of a file makes one job, and another file is refused", async () => {
    const line = (name: string) =>
      JSON.stringify({ kind: "group", unique_key: `file-${name}`, display_name: name });
    const sendFile = (text: string) =>
      ours.desk.ask("POST", `${acmePath}/imports`, Buffer.from(text), {
        "idempotency-key": "file-1",
        "content-type": "application/x-ndjson",
      });
    const first = await sendFile(line("a"));
    assert.equal(first.status, 202, first.text);
    const again = await sendFile(line("a"));
    assert.deepEqual([again.status, again.json.import], [202, first.json.import]);
    assertProblem(await sendFile(line("b")), 422, "idempotency-key-reused");
  });

  test("of a file is forgotten after a day too", async () => {
    const sendFile = () =>
      ours.desk.ask(
        "POST",
        `${acmePath}/imports`,
        Buffer.from(JSON.stringify({ kind: "group", unique_key: "aged", display_name: "Aged" })),
        { "idempotency-key": "file-2", "content-type": "application/x-ndjson" },
      );
    const first = await sendFile();
    assert.equal(first.status, 202, first.text);
    const kept = `select made from operator_request where made like '%${first.json.import}%'`;
    await until(async () =>
      JSON.stringify(query(ours.service.databaseUrl, kept)).includes("ended"),
    );
    execute(
      ours.service.databaseUrl,
      `update operator_request set created_at = ${Date.now() - idempotencyLifetimeMs - 1}`,
    );
    const later = await sendFile();
    assert.equal(later.status, 202, later.text);
    assert.notEqual(later.json.import, first.json.import);
  });

  test("is forgotten after a day, by the next request and by housekeeping", async () => {
    const body = { ...summer, external_id: "old", slot_starting_at: await ours.newSlot(3) };
    await send("old-1", "POST", bookings, body);
    const age = (ms: number) =>
      execute(
        ours.service.databaseUrl,
        `update operator_request set created_at = ${Date.now() - ms}`,
      );
    age(idempotencyLifetimeMs - 60_000);
    await send("old-1", "POST", bookings, body);
    assert.equal(countOf("old"), 1);
    const rows = () => query(ours.service.databaseUrl, "select 1 from operator_request").length;
    assert.ok(rows() > 10);
    age(idempotencyLifetimeMs + 1);
    await send("old-1", "POST", bookings, body);
    assert.equal(countOf("old"), 2);
    const { store } = ours.service;
    // A round of the service itself may have removed them already.
    await runHousekeeping(
      {
        housekeeping: store.housekeeping,
        traceRetentionDays: 30,
        changesRetentionDays: 30,
        reportFault: (_account, error) => assert.fail(error),
        pause: async () => {},
        stopping: { aborted: false },
      },
      Date.now(),
    );
    assert.equal(rows(), 1, "those on the installation have gone as well");
  });
});

describe("a booking under an id of the caller's choice", () => {
  const put = (id: string, body: object) => ours.desk.ask("PUT", `${bookings}/${id}`, body);

  test("is made once: the same again is the booking as it is, other content is refused", async () => {
    const id = randomUUID();
    const [at, later] = [await ours.newSlot(3), await ours.newSlot(3)];
    const body = { ...summer, external_id: "put", slot_starting_at: at, attendees: ["Ann"] };
    const first = await put(id, body);
    assert.deepEqual([first.status, first.json.booking], [201, id], first.text);
    const again = await put(id, { ...body, tickets: 1 });
    assert.deepEqual([again.status, again.json], [200, first.json]);
    const elsewhere = `${new Date(Date.parse(at) + 7_200_000).toISOString().slice(0, 19)}+02:00`;
    const byOffset = await put(id, { ...body, slot_starting_at: elsewhere });
    assert.deepEqual([byOffset.status, byOffset.json], [200, first.json], "the same instant");
    for (const more of [{ tickets: 2 }, { external_id: "x" }, { slot_starting_at: later }]) {
      assertProblem(await put(id, { ...body, ...more }), 409, "booking-exists");
    }
    await ours.desk.ask("POST", `${bookings}/${id}/move`, { slot_starting_at: later });
    await ours.desk.ask("POST", `${bookings}/${id}/cancel`, {});
    const since = await put(id, body);
    assert.deepEqual([since.status, since.json.booking_status], [200, "CANCELLED"]);
    assert.equal(countOf("put"), 1);
    const { json } = await ours.desk.ask("GET", `${acmePath}/contacts?external_id=put`);
    await ours.desk.ask("DELETE", `${acmePath}/contacts/${json.items[0].contact}`);
    assertProblem(await put(id, body), 409, "booking-exists");
    await ours.assertLawful();
  });

  test("is no other booking's, and takes a key as well", async () => {
    const at = await ours.newSlot(3);
    const body = { ...summer, external_id: "posted", slot_starting_at: at };
    const posted = await ours.desk.ask("POST", bookings, body);
    assertProblem(await put(posted.json.booking, body), 409, "booking-exists");
    const path = `${bookings}/${randomUUID()}`;
    assert.equal((await send("put-1", "PUT", path, body)).status, 201);
    assert.equal((await send("put-1", "PUT", path, body)).status, 201, "the first answer");
    assert.equal((await send("put-2", "PUT", path, body)).status, 200);
  });

  test("is one of ten at once, also with other content", async () => {
    const id = randomUUID();
    const slots = [await ours.newSlot(9), await ours.newSlot(9)];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        put(id, { ...summer, external_id: "many", slot_starting_at: slots[index % 2] }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    assert.deepEqual(statuses, [200, 200, 200, 200, 201, 409, 409, 409, 409, 409]);
    assert.equal(countOf("many"), 1);
  });
});

test("what a record keeps of an answer has ids and figures only", () => {
  const kept = operations.filter(
    ({ writes, again, answers }) => writes && again === undefined && !("204" in answers),
  );
  assert.deepEqual(
    kept.map(({ name }) => name),
    [
      "closeAccount",
      "deleteAccount",
      "promoteWaitlist",
      "addSlotsByPattern",
      "importSlots",
      "addSlots",
      "changeSlotCapacity",
      "closeSlot",
      "changeSlot",
      "eraseContact",
      "eraseExternalId",
      "mergeContact",
      "endSessions",
      "removeWebhook",
      "changeSlotLengths",
    ],
  );
});
