import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { changeBooking } from "../../src/usecases/operator/change-booking.ts";
import { verifyAccount } from "../../src/usecases/operator/verify-account.ts";
import { isRefused } from "../../src/domain/refusal.ts";
import { slotLine } from "../harness/booking-house.ts";
import { acmePath, assertProblem, callApi, openDesk, type Desk } from "../harness/operator-api.ts";
import { query } from "../harness/query.ts";
import { cancelPath, catalogue, productionHost } from "../harness/seed.ts";
import { acme, audit, startTestService, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";

let service: TestService;
let desk: Desk;
before(async () => {
  const data = [...catalogue, slotLine({ capacity: 2 })];
  service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
  desk = await openDesk(service);
});
after(() => service[Symbol.asyncDispose]());

const slot = "2031-05-01T08:00:00Z";
const slotPath = `${acmePath}/interactions/pk_summer/activities/tasting/slots`;

function book(who: string, more: object = {}) {
  return desk.ask("POST", `${acmePath}/bookings`, {
    external_id: who,
    interaction: "pk_summer",
    activity: "tasting",
    slot_starting_at: slot,
    ticket_type: "standard",
    ...more,
  });
}

/** Adds a slot of its own, so that tests do not take each other's seats. */
let slots = 0;
async function newSlot(capacity: number): Promise<string> {
  slots += 1;
  const starting_at = new Date(Date.UTC(2031, 6, slots, 8)).toISOString().replace(".000", "");
  const added = await desk.ask("POST", `${acmePath}/slots`, {
    interaction: "pk_summer",
    activity: "tasting",
    starting_at: [starting_at],
    capacity,
  });
  assert.equal(added.status, 200, added.text);
  assert.deepEqual(added.json, { created: [starting_at], existing: [], dry_run: false });
  return starting_at;
}

async function assertLawful(): Promise<void> {
  const found = await verifyAccount(service.store, null);
  if (isRefused(found)) assert.fail();
  assert.deepEqual(found.violations, []);
}

describe("bookings", () => {
  test("are made, wait, move up, are checked in and cancelled, as on the command line", async () => {
    const at = await newSlot(1);
    const where = { slot_starting_at: at };
    const first = await book("ann", { ...where, attendees: ["Ann"] });
    assert.equal(first.status, 201, first.text);
    const { booking } = first.json;
    assert.deepEqual(
      { ...first.json, booked_at: null, history: null },
      {
        booking,
        account: "acme/production",
        external_id: "ann",
        interaction: "pk_summer",
        activity: "tasting",
        slot_starting_at: at,
        ticket_type: "standard",
        booking_status: "CONFIRMED",
        booked_at: null,
        tickets: [
          {
            number: 1,
            cancelled_at: null,
            attendee: { display_name: "Ann", checked_in_at: null },
          },
        ],
        history: null,
      },
    );
    const [event] = first.json.history;
    assert.match(event.actor, /^operator: admin-\d+$/);
    assert.equal(event.request_id, first.headers["x-request-id"]);

    const second = (await book("bob", where)).json;
    assert.equal(second.booking_status, "WAITLIST");
    const path = (id: string, what: string) => `${acmePath}/bookings/${id}/${what}`;
    assertProblem(await desk.ask("POST", path(second.booking, "promote")), 409, "seats-missing");
    assertProblem(await desk.ask("POST", path(second.booking, "check-in")), 409, "not-confirmed");
    const why = await desk.ask("GET", path(second.booking, "explain"));
    assert.equal(why.json.waitlist.position, 1);

    const ofRequest = await desk.ask(
      "GET",
      `${acmePath}/bookings?request_id=${String(first.headers["x-request-id"])}`,
    );
    assert.deepEqual(
      ofRequest.json.items.map((each: { booking: string }) => each.booking),
      [booking],
      "found by the request that made it",
    );
    const ofNone = await desk.ask("GET", `${acmePath}/bookings?request_id=of-nobody`);
    assert.deepEqual(ofNone.json.items, []);

    const checkedIn = await desk.ask("POST", path(booking, "check-in"), {});
    assert.equal(checkedIn.status, 200, checkedIn.text);
    assert.notEqual(checkedIn.json.tickets[0].attendee.checked_in_at, null);
    const again = await desk.ask("POST", path(booking, "check-in"));
    assert.deepEqual(again.json, checkedIn.json);
    assertProblem(await desk.ask("POST", path(booking, "cancel")), 409, "attendee-checked-in");
    assertProblem(
      await desk.ask("POST", path(booking, "check-in"), { ticket: 2 }),
      404,
      "unknown-ticket",
    );
    assert.equal((await desk.ask("POST", path(booking, "undo-check-in"))).status, 200);
    const cancelled = await desk.ask("POST", path(booking, "cancel"), { ticket: 1 });
    assert.equal(cancelled.json.booking_status, "CANCELLED");
    assertProblem(await desk.ask("POST", path(booking, "cancel")), 409, "ticket-already-cancelled");
    const promoted = await desk.ask("POST", path(second.booking, "promote"));
    assert.equal(promoted.json.booking_status, "CONFIRMED");
    await assertLawful();
  });

  test("are found page after page, each once, in the order of their slots", async () => {
    for (let index = 0; index < 7; index += 1) await book("pages", { overbook: true });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = await desk.ask(
        "GET",
        `${acmePath}/bookings?external_id=pages&limit=3&status=CONFIRMED&status=WAITLIST${more}`,
      );
      assert.equal(page.status, 200, page.text);
      assert.ok(page.json.items.length <= 3);
      seen.push(...page.json.items.map((each: { booking: string }) => each.booking));
      cursor = page.json.next_cursor;
    }
    assert.equal(seen.length, 7);
    assert.deepEqual(seen, seen.toSorted());
    assert.equal(new Set(seen).size, 7);
  });

  for (const [what, body, field] of [
    ["without a contact", { external_id: undefined }, /external_id/],
    ["with an unknown field", { extra: 1 }, /extra/],
    ["with a number for a name", { activity: 5 }, /activity/],
    ["with NUL in a name", { activity: "a\0b" }, /activity/],
    ["with no tickets", { tickets: 0 }, /tickets/],
    ["at no time", { slot_starting_at: "tomorrow" }, /slot_starting_at/],
    ["with more names than tickets", { tickets: 1, attendees: ["a", "b"] }, /attendees/],
  ] as const) {
    test(`are not made ${what}`, async () => {
      const answer = await book("bad", body);
      assertProblem(answer, 400, answer.json.type.split(":").at(-1));
      assert.match(answer.json.detail, field);
    });
  }

  test("are not made where nothing is", async () => {
    assertProblem(await book("x", { interaction: "pk_none" }), 404, "not-in-catalogue");
    assertProblem(await book("x", { host: "ann" }), 422, "host-not-offered");
    assertProblem(await book("x", { activity: "workshop" }), 422, "host-missing");
  });

  test("are asked for with known parameters only, given once and well-formed", async () => {
    for (const text of [
      "external=ann",
      "limit=0",
      "limit=501",
      "limit=1e2",
      "limit=1&limit=2",
      "status=confirmed",
      "from=2031-13-01T00:00:00Z",
      "cursor=x",
      `cursor=${Buffer.from('["a"]').toString("base64url")}`,
      `cursor=${Buffer.from('[1,"a\\u0000"]').toString("base64url")}`,
      "external_id=",
      "external_id=%00",
    ]) {
      assertProblem(await desk.ask("GET", `${acmePath}/bookings?${text}`), 400, "malformed");
    }
    assertProblem(await desk.ask("GET", `${acmePath}/bookings/x`), 400, "malformed");
  });

  test("a body that is no JSON, of another type or too large is refused", async () => {
    const path = `${acmePath}/bookings`;
    assertProblem(await desk.ask("POST", path, "{"), 400, "malformed");
    assertProblem(await desk.ask("POST", path, "[]"), 400, "malformed");
    assertProblem(await desk.ask("POST", path, Buffer.from([0xff])), 400, "malformed");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    assertProblem(await desk.ask("POST", path, "a=b", form), 415, "media-type");
    assertProblem(await desk.ask("POST", path, "x".repeat(1024 * 1024 + 1)), 413, "body-too-large");
  });
});

describe("slots", () => {
  test("list the waiting bookings in order, and why each has not moved up", async () => {
    const at = await newSlot(2);
    const where = { slot_starting_at: at };
    await book("seated", where);
    const big = (await book("big", { ...where, tickets: 3 })).json.booking;
    const small = (await book("small", where)).json.booking;
    const gone = (await book("gone", where)).json.booking;
    await desk.ask("POST", `${acmePath}/bookings/${gone}/cancel`);
    const list = await desk.ask("GET", `${slotPath}/${at}/waitlist`);
    assert.equal(list.status, 200, list.text);
    assert.deepEqual(
      list.json.items.map(({ booking, external_id, waitlist }: any) => [
        booking,
        external_id,
        waitlist.position,
        waitlist.seats_needed,
        waitlist.seats_free,
        waitlist.blocked_by,
      ]),
      [
        [big, "big", 1, 3, 1, null],
        [small, "small", 2, 1, 1, { booking: big, seats_needed: 3 }],
      ],
    );
    // The same words as where a single booking is explained.
    const explained = await desk.ask("GET", `${acmePath}/bookings/${small}/explain`);
    assert.deepEqual(list.json.items[1].waitlist, explained.json.waitlist);
    assert.match(list.json.items[1].waitlist.why, /holds back everybody behind it/);
    const empty = await desk.ask("GET", `${slotPath}/${await newSlot(1)}/waitlist`);
    assert.deepEqual(empty.json, { items: [] });
    const none = `${slotPath}/2029-01-01T00:00:00Z`;
    assertProblem(await desk.ask("GET", `${none}/waitlist`), 404, "not-in-catalogue");
    assertProblem(await desk.ask("GET", `${none}/arrivals`), 404, "not-in-catalogue");
  });

  test("are checked in once under a key, whatever happened since", async () => {
    const { booking } = (await book("once", { slot_starting_at: await newSlot(1) })).json;
    const path = (what: string) => `${acmePath}/bookings/${booking}/${what}`;
    const send = (what: string, key: string) =>
      desk.ask("POST", path(what), {}, { "idempotency-key": key });
    const first = await send("check-in", "scan-1");
    assert.notEqual(first.json.tickets[0].attendee.checked_in_at, null);
    await send("undo-check-in", "undo-1");
    // The answer of the check-in was lost, and its repetition comes late.
    const late = await send("check-in", "scan-1");
    assert.equal(late.status, 200, late.text);
    assert.equal(late.json.tickets[0].attendee.checked_in_at, null);
    const events = late.json.history.map((each: { event: string }) => each.event);
    assert.deepEqual(events, ["booked", "checked-in", "check-in-undone"]);
    const other = (await book("other", { slot_starting_at: await newSlot(1) })).json;
    assertProblem(
      await desk.ask(
        "POST",
        `${acmePath}/bookings/${other.booking}/check-in`,
        {},
        { "idempotency-key": "scan-1" },
      ),
      409,
      "idempotency-key-reused",
    );
    const colleague = await openDesk(service);
    const key = { "idempotency-key": "scan-1" };
    const theirs = await colleague.ask("POST", path("check-in"), {}, key);
    assert.notEqual(theirs.json.tickets[0].attendee.checked_in_at, null, "a key is its operator's");
    assertProblem(await send("check-in", "two words"), 400, "malformed");
  });

  test("list the expected bookings, and when each attendee checked in", async () => {
    const at = await newSlot(4);
    const where = { slot_starting_at: at };
    const { booking } = (await book("two", { ...where, tickets: 2 })).json;
    await book("late", where);
    await book("waits", { ...where, tickets: 9 });
    const path = `${slotPath}/${at}/arrivals`;
    const before = await desk.ask("GET", path);
    assert.deepEqual(before.json, { expected: 3, arrived: 0, check_ins: [] });
    const body = { ticket: 2 };
    const checked = await desk.ask("POST", `${acmePath}/bookings/${booking}/check-in`, body);
    const [{ checked_in_at: first }] = checked.json.tickets.flatMap(({ attendee }: any) =>
      attendee.checked_in_at === null ? [] : attendee,
    );
    await desk.ask("POST", `${acmePath}/bookings/${booking}/check-in`);
    const { json } = await desk.ask("GET", path);
    assert.deepEqual([json.expected, json.arrived], [3, 2]);
    assert.equal(json.check_ins[0], first);
    assert.deepEqual(json.check_ins, json.check_ins.toSorted());
    await desk.ask("POST", `${acmePath}/bookings/${booking}/undo-check-in`);
    await desk.ask("POST", `${acmePath}/bookings/${booking}/cancel`, body);
    assert.deepEqual((await desk.ask("GET", path)).json, {
      expected: 2,
      arrived: 0,
      check_ins: [],
    });
  });

  test("of months come in one answer, for a map of their seats", async () => {
    const start = Date.UTC(2032, 0, 1);
    const times = Array.from({ length: 1200 }, (_, index) =>
      new Date(start + index * 3_600_000).toISOString().replace(".000", ""),
    );
    const order = { interaction: "pk_summer", activity: "tasting", capacity: 5 };
    const path = `${acmePath}/slots`;
    assert.equal((await desk.ask("POST", path, { ...order, starting_at: times })).status, 200);
    const range = "interaction=pk_summer&from=2032-01-01T00:00:00Z&to=2032-12-31T00:00:00Z";
    const { json } = await desk.ask("GET", `${path}?${range}&limit=5000`);
    assert.equal(json.items.length, 1200);
    assert.equal(json.next_cursor, null);
    assert.deepEqual(
      json.items.map(({ starting_at }: any) => starting_at),
      times,
    );
    assertProblem(await desk.ask("GET", `${path}?limit=5001`), 400, "malformed");
  });

  test("tell their seats; the capacity is changed by who saw it, seats taken or not", async () => {
    const at = await newSlot(1);
    const path = `${slotPath}/${at}`;
    const seen = await desk.ask("GET", path);
    assert.equal(seen.json.free, 1);
    assert.equal(seen.json.timezone, "Europe/Paris");
    await book("cap", { slot_starting_at: at });
    const etag = String(seen.headers.etag);
    assertProblem(await desk.ask("PUT", path, { capacity: 3 }), 428, "precondition-missing");
    const changed = await desk.ask("PUT", path, { capacity: 3 }, { "if-match": etag });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      [changed.json.capacity_before, changed.json.capacity, changed.json.taken],
      [1, 3, 1],
    );
    assertProblem(
      await desk.ask("PUT", path, { capacity: 9 }, { "if-match": etag }),
      412,
      "slot-changed",
    );
    const now = { "if-match": String(changed.headers.etag) };
    assertProblem(await desk.ask("PUT", path, { capacity: 0 }, now), 409, "capacity-below-taken");
    assert.equal((await desk.ask("PUT", path, { capacity: 0, overbook: true }, now)).status, 200);
    assertProblem(await desk.ask("DELETE", path), 409, "in-use");
    const unused = await newSlot(1);
    assert.equal((await desk.ask("DELETE", `${slotPath}/${unused}`)).status, 204);
    assertProblem(await desk.ask("GET", `${slotPath}/${unused}`), 404, "not-in-catalogue");
    await assertLawful();
  });

  test("come by pattern in the campaign's zone, tried out first, and page after page", async () => {
    const pattern = {
      interaction: "pk_summer",
      activity: "tour",
      from: "2031-03-29",
      to: "2031-03-31",
      at: ["02:30", "09:00"],
      capacity: 4,
    };
    const dry = await desk.ask("POST", `${acmePath}/slots/pattern`, { ...pattern, dry_run: true });
    assert.equal(dry.status, 200, dry.text);
    assert.equal(dry.json.created.length, 5);
    // The clock is put forward on 30 March.
    assert.deepEqual(dry.json.skipped, ["2031-03-30T02:30"]);
    const tours = `${acmePath}/slots?activity=tour&limit=2`;
    assert.deepEqual((await desk.ask("GET", tours)).json.items, []);
    const made = await desk.ask("POST", `${acmePath}/slots/pattern`, pattern);
    assert.deepEqual(made.json.created, dry.json.created);
    const starts: string[] = [];
    let cursor = "";
    for (;;) {
      const page = (await desk.ask("GET", tours + cursor)).json;
      starts.push(...page.items.map((each: { starting_at: string }) => each.starting_at));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(starts, made.json.created);
    const none = { ...pattern, at: [] };
    assertProblem(await desk.ask("POST", `${acmePath}/slots/pattern`, none), 400, "malformed");
  });

  test("come from a spreadsheet, with a dry run, and bad rows by their lines", async () => {
    const csv = { "content-type": "text/csv" };
    const path = `${acmePath}/slots/csv?interaction=pk_winter&activity=tasting`;
    const good = "starting_at,capacity\n2031-05-01 09:30,5\n2031-05-02 09:30,5\n";
    const dry = await desk.ask("POST", `${path}&dry_run=true`, good, csv);
    assert.equal(dry.status, 200, dry.text);
    assert.equal(
      (await desk.ask("GET", `${acmePath}/slots?interaction=pk_winter`)).json.items.length,
      0,
    );
    assert.equal((await desk.ask("POST", path, good, csv)).json.created.slot, 2);
    const bad = await desk.ask(
      "POST",
      path,
      "starting_at,capacity\nx,5\n2031-05-03 09:30,-1\n",
      csv,
    );
    assert.equal(bad.status, 422);
    assert.equal(bad.json.error_count, 2);
    assert.deepEqual(
      bad.json.errors.map(({ line }: { line: number }) => line),
      [2, 3],
    );
    assertProblem(await desk.ask("POST", path, "{}"), 415, "media-type");
  });
});

describe("the catalogue", () => {
  const hosts = `${acmePath}/interactions/pk_summer/activities/workshop/hosts`;

  test("is changed by who saw what stands there, and made where nothing stands", async () => {
    const path = `${hosts}/cleo%2F1`;
    assertProblem(await desk.ask("GET", path), 404, "nothing-to-remove");
    assertProblem(await desk.ask("PUT", path, { display_name: "C" }), 428, "precondition-missing");
    const isNew = { "if-none-match": "*" };
    const made = await desk.ask("PUT", path, { display_name: "Cleo" }, isNew);
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.json, {
      kind: "host",
      interaction: "pk_summer",
      activity: "workshop",
      id: "cleo/1",
      display_name: "Cleo",
      slot_duration_in_minutes: null,
    });
    assertProblem(
      await desk.ask("PUT", path, { display_name: "D" }, isNew),
      412,
      "changed-meanwhile",
    );
    const etag = String((await desk.ask("GET", path)).headers.etag);
    assert.equal(made.headers.etag, etag);
    const matching = { "if-match": etag };
    assert.equal((await desk.ask("PUT", path, { display_name: "E" }, matching)).status, 200);
    assertProblem(
      await desk.ask("PUT", path, { display_name: "F" }, matching),
      412,
      "changed-meanwhile",
    );
    assert.ok(
      (await desk.ask("GET", hosts)).json.items.some((each: any) => each.display_name === "E"),
    );
    assert.equal((await desk.ask("DELETE", path)).status, 204);
    assertProblem(await desk.ask("DELETE", path), 404, "nothing-to-remove");
  });

  test("lets go of a campaign that nobody booked, with its parts only where that is asked for", async () => {
    const path = `${acmePath}/interactions/pk_brief`;
    const edits = [
      { kind: "group", unique_key: "brief", display_name: "Brief" },
      {
        kind: "interaction",
        public_key: "pk_brief",
        group: "brief",
        timezone: "Etc/UTC",
        default_language: "en",
        languages: ["en"],
      },
      { kind: "activity", interaction: "pk_brief", id: "talk", title: { en: "Talk" } },
    ].map((line) => ({ line, if_match: null }));
    const made = await desk.ask("POST", `${acmePath}/catalogue`, { edits });
    assert.equal(made.status, 200, made.text);
    assertProblem(await desk.ask("DELETE", `${acmePath}/groups/brief`), 409, "in-use");
    const refused = await desk.ask("DELETE", path);
    assertProblem(refused, 409, "not-empty");
    assert.equal(refused.json.with, "activity");
    assertProblem(await desk.ask("DELETE", `${path}/activities/talk`), 409, "last-activity");
    assertProblem(await desk.ask("DELETE", `${path}?with=all`), 400, "malformed");
    const whole = `${path}?with=everything-unbooked`;
    const stale = await desk.ask("DELETE", whole, undefined, { "if-match": '"other"' });
    assertProblem(stale, 412, "changed-meanwhile");
    const seen = { "if-match": String((await desk.ask("GET", path)).headers.etag) };
    assert.equal((await desk.ask("DELETE", whole, undefined, seen)).status, 204);
    assertProblem(await desk.ask("GET", path), 404, "nothing-to-remove");
    assert.equal((await desk.ask("DELETE", `${acmePath}/groups/brief`)).status, 204);
  });

  test("tells what does not fit, and changes nothing then", async () => {
    const path = `${acmePath}/interactions/pk_summer`;
    const seen = await desk.ask("GET", path);
    const { kind: _kind, public_key: _key, ...fields } = seen.json;
    const etag = { "if-match": String(seen.headers.etag) };
    const bad = await desk.ask("PUT", path, { ...fields, timezone: "Europe/Nowhere" }, etag);
    assertProblem(bad, 422, "edits-bad");
    assert.equal(bad.json.errors[0].field, "timezone");
    assertProblem(await desk.ask("PUT", path, { ...fields, more: 1 }, etag), 400, "malformed");
    assert.deepEqual((await desk.ask("GET", path)).json, seen.json);
  });

  test("refuses a line that is nested ten thousand times", async () => {
    const title = `${'{"fr":'.repeat(10_000)}1${"}".repeat(10_000)}`;
    const activity = { kind: "activity", interaction: "pk_summer", id: "a", title: "" };
    const body = JSON.stringify({ edits: [{ line: activity }] }).replace('""', title);
    const refused = await desk.ask("POST", `${acmePath}/catalogue`, body);
    assertProblem(refused, 422, "edits-bad");
    assert.equal(refused.json.errors[0].field, "title.fr");
  });

  test("takes several edits together: a campaign comes with its first activity", async () => {
    const interaction = {
      kind: "interaction",
      public_key: "pk_new",
      group: "acme-fr",
      timezone: "Europe/Paris",
      default_language: "fr",
      languages: ["fr"],
    };
    const activity = { kind: "activity", interaction: "pk_new", id: "a", title: { fr: "A" } };
    const path = `${acmePath}/catalogue`;
    const alone = await desk.ask("POST", path, { edits: [{ line: interaction, if_match: null }] });
    assertProblem(alone, 422, "edits-bad");
    const edits = [interaction, activity].map((line) => ({ line, if_match: null }));
    const made = await desk.ask("POST", path, { edits });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(
      made.json.items.map((each: any) => each.before),
      [null, null],
    );
    assertProblem(await desk.ask("POST", path, { edits }), 412, "changed-meanwhile");
    for (const [list, count] of [
      ["/groups", 2],
      ["/interactions", 4],
      ["/interactions/pk_new/activities", 1],
      ["/interactions/pk_summer/activities/tasting/ticket-types", 2],
    ] as const) {
      assert.equal((await desk.ask("GET", acmePath + list)).json.items.length, count, list);
    }
  });
});

describe("accounts, hosts, endpoints and credentials", () => {
  test("are provisioned so that the public calls work with what was shown once", async () => {
    const account = "new/development";
    const path = `/accounts/${account}`;
    const made = await desk.ask("POST", "/accounts", { account, api_hosts: ["new.example"] });
    assert.equal(made.status, 201, made.text);
    assert.deepEqual(made.json.enabled_endpoints, []);
    assertProblem(
      await desk.ask("POST", "/accounts", { account, api_hosts: ["x.example"] }),
      409,
      "account-exists",
    );
    const taken = { account: "new/uat", api_hosts: ["NEW.example"] };
    assertProblem(await desk.ask("POST", "/accounts", taken), 409, "host-taken");
    for (const bad of [
      { account: "new", api_hosts: ["x.example"] },
      { account: "new/uat", api_hosts: ["https://x.example/"] },
      { account: "new/uat", api_hosts: [] },
    ]) {
      assertProblem(await desk.ask("POST", "/accounts", bad), 400, "malformed");
    }
    const endpoint = `${path}/endpoints/interactions:fetchContactBookings`;
    assert.equal((await desk.ask("PUT", endpoint)).json.enabled_endpoints.length, 1);
    assert.deepEqual((await desk.ask("DELETE", endpoint)).json.enabled_endpoints, []);
    const host = `${path}/hosts/second.example`;
    assert.deepEqual((await desk.ask("PUT", host)).json.api_hosts, [
      "new.example",
      "second.example",
    ]);
    assert.deepEqual((await desk.ask("DELETE", host)).json.api_hosts, ["new.example"]);
    assertProblem(await desk.ask("DELETE", host), 404, "host-not-of-account");

    const issued = await desk.ask("POST", `${path}/credentials`, {});
    assert.equal(issued.status, 201);
    const { client_id, client_secret, audience } = issued.json;
    assert.equal(audience, "https://new.example");
    const secrets = [client_secret];
    const rotated = await desk.ask("POST", `${path}/credentials/${client_id}/rotate`, {
      overlap_seconds: 60,
    });
    assert.equal(rotated.status, 201, rotated.text);
    secrets.push(rotated.json.client_secret);
    assertProblem(
      await desk.ask("POST", `${path}/credentials/${client_id}/rotate`),
      409,
      "two-secrets-live",
    );
    const listed = await desk.ask("GET", `${path}/credentials`);
    assert.equal(listed.json.items[0].secrets.length, 2);
    const audit = await desk.ask("GET", "/audit-events");
    for (const secret of secrets) {
      assert.ok(!listed.text.includes(secret) && !audit.text.includes(secret));
    }
    const revoke = `${path}/credentials/${client_id}/revoke`;
    assert.notEqual((await desk.ask("POST", revoke)).json.revoked_at, null);
  });

  test("are listed page after page", async () => {
    const first = await desk.ask("GET", "/accounts?limit=1");
    assert.deepEqual(
      first.json.items.map((each: any) => each.account),
      ["acme/production"],
    );
    const next = await desk.ask("GET", `/accounts?limit=1&cursor=${first.json.next_cursor}`);
    assert.deepEqual(
      next.json.items.map((each: any) => each.account),
      ["new/development"],
    );
    assert.equal(next.json.next_cursor, null);
  });
});

describe("the audit log", () => {
  test("P28 names the accounts of a new operator as people do", async () => {
    const made = await desk.ask("POST", "/operators", {
      name: "of-one",
      role: "staff",
      accounts: ["acme/production"],
    });
    assert.equal(made.status, 201, made.text);
    const asked = `/audit-events?request_id=${String(made.headers["x-request-id"])}`;
    const found = await desk.ask("GET", asked);
    const [event] = found.json.items;
    assert.deepEqual(event.details, { role: "staff", accounts: ["acme/production"] });
  });

  test("shows who did what, when, by which request, before and after", async () => {
    const at = await newSlot(2);
    const path = `${slotPath}/${at}`;
    await desk.ask("PUT", path, { capacity: 5 }, { "if-match": "*", "x-request-id": "cap-5" });
    const found = await desk.ask("GET", "/audit-events?request_id=cap-5");
    const [event] = found.json.items;
    assert.equal(event.action, "slot changed");
    assert.match(event.actor, /^operator: admin-/);
    assert.equal(event.account, "acme/production");
    assert.deepEqual(event.details.capacity, [2, 5]);
    const seen: string[] = [];
    let cursor = "";
    for (;;) {
      const page = (await desk.ask("GET", `/audit-events?limit=4${cursor}`)).json;
      seen.push(...page.items.map(({ id }: { id: string }) => id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    const [{ total } = {}] = query(
      service.databaseUrl,
      "select count(*) as total from audit_event",
    );
    assert.equal(seen.length, Number(total));
    assert.equal(new Set(seen).size, seen.length);
    const future = await desk.ask("GET", "/audit-events?from=2999-01-01T00:00:00Z");
    assert.deepEqual(future.json.items, []);
  });
});

describe("a caller's request", () => {
  test("is traced by its id", async () => {
    const { booking } = (await book("trace", { overbook: true })).json;
    const token = await service.token();
    await service.call({
      method: "POST",
      path: cancelPath,
      token,
      body: { booking },
      headers: { "x-request-id": "their-1" },
    });
    const answer = await until(async () => {
      const traced = await desk.ask("GET", "/requests/their-1");
      return traced.status !== 404 && traced;
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.items[0].decision, "done");
    assert.equal(answer.json.items[0].changes[0].booking, booking);
    assertProblem(await desk.ask("GET", "/requests/nobodys"), 404, "unknown-request");
  });
});

describe("operators", () => {
  test("are let in, listed without keys, and revoked", async () => {
    const order = { name: "door-1", role: "staff", accounts: ["acme/production"] };
    const made = await desk.ask("POST", "/operators", order);
    assert.equal(made.status, 201, made.text);
    const { key } = made.json;
    assert.equal((await callApi(service, { path: "/accounts", token: key })).status, 200);
    assertProblem(await desk.ask("POST", "/operators", order), 409, "operator-exists");
    assertProblem(
      await desk.ask("POST", "/operators", { ...order, name: "a b" }),
      400,
      "operator-name-malformed",
    );
    assertProblem(
      await desk.ask("POST", "/operators", { ...order, role: "root" }),
      400,
      "malformed",
    );
    const unknown = { ...order, name: "door-2", accounts: ["no/production"] };
    assertProblem(await desk.ask("POST", "/operators", unknown), 404, "unknown-account");
    const listed = await desk.ask("GET", "/operators");
    assert.ok(listed.json.items.some((each: any) => each.name === "door-1"));
    assert.ok(!listed.text.includes(key));
    assert.equal((await desk.ask("POST", "/operators/door-1/revoke")).status, 200);
    assertProblem(await callApi(service, { path: "/accounts", token: key }), 401, "key-refused");
    assertProblem(await desk.ask("POST", "/operators/nobody/revoke"), 404, "unknown-operator");
  });
});

describe("a contact", () => {
  test("is found, told everything about, and erased so that the laws still hold", async () => {
    const at = await newSlot(2);
    const named = { slot_starting_at: at, attendees: ["Zoe Secret"] };
    const kept = (await book("zoe-1", named)).json;
    const found = await desk.ask("GET", `${acmePath}/contacts?external_id=zoe-1`);
    const [{ contact }] = found.json.items;
    const told = await desk.ask("GET", `${acmePath}/contacts/${contact}/export`);
    assert.deepEqual(told.json.bookings, [kept]);

    const path = `${acmePath}/contacts/${contact}`;
    assertProblem(await desk.ask("DELETE", path), 409, "contact-has-upcoming");
    const erased = await desk.ask("DELETE", `${path}?upcoming=cancel`);
    assert.deepEqual(erased.json, { cancelled: 1 });
    assert.deepEqual(
      (await desk.ask("GET", `${acmePath}/contacts?external_id=zoe-1`)).json.items,
      [],
    );
    const after = await desk.ask("GET", `${acmePath}/bookings/${kept.booking}`);
    assert.equal(after.json.booking_status, "CANCELLED");
    assert.equal(after.json.tickets[0].attendee.display_name, null);
    for (const table of ["contact", "ticket", "booking_event", "audit_event", "request_record"]) {
      const rows = JSON.stringify(query(service.databaseUrl, `select * from ${table}`));
      assert.ok(!rows.includes("zoe-1") && !rows.includes("Zoe Secret"), table);
    }
    await assertLawful();
    const nobody = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c99";
    assertProblem(
      await desk.ask("DELETE", `${acmePath}/contacts/${nobody}`),
      404,
      "unknown-contact",
    );
  });

  test("keeps bookings to come under nobody's name where that is wanted", async () => {
    const { booking } = (await book("yan-1", { slot_starting_at: await newSlot(1) })).json;
    const [{ contact }] = (await desk.ask("GET", `${acmePath}/contacts?external_id=yan-1`)).json
      .items;
    assert.equal(
      (await desk.ask("DELETE", `${acmePath}/contacts/${contact}?upcoming=keep`)).status,
      200,
    );
    const kept = (await desk.ask("GET", `${acmePath}/bookings/${booking}`)).json;
    assert.equal(kept.booking_status, "CONFIRMED");
    assert.match(kept.external_id, /^erased-[0-9a-f-]{36}$/);
    await changeBooking(service.store, audit(), booking, acme, { kind: "cancel", ticket: null });
    await assertLawful();
  });
});
