import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startDeskWithSlots, type DeskWithSlots } from "../harness/desk-with-slots.ts";
import { holdWrites } from "../harness/hold-writes.ts";
import { acmePath, assertProblem, openDesk } from "../harness/operator-api.ts";

let ours: DeskWithSlots;
before(async () => {
  ours = await startDeskWithSlots();
});
after(() => ours[Symbol.asyncDispose]());

const slotPath = `${acmePath}/interactions/pk_summer/activities/tasting/slots`;

describe("slots", () => {
  test("list the waiting bookings in order, and why each has not moved up", async () => {
    const at = await ours.newSlot(2);
    const where = { slot_starting_at: at };
    await ours.book("seated", where);
    const big = (await ours.book("big", { ...where, tickets: 3 })).json.booking;
    const small = (await ours.book("small", where)).json.booking;
    const gone = (await ours.book("gone", where)).json.booking;
    await ours.desk.ask("POST", `${acmePath}/bookings/${gone}/cancel`);
    const list = await ours.desk.ask("GET", `${slotPath}/${at}/waitlist`);
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
    const explained = await ours.desk.ask("GET", `${acmePath}/bookings/${small}/explain`);
    assert.deepEqual(list.json.items[1].waitlist, explained.json.waitlist);
    assert.match(list.json.items[1].waitlist.why, /holds back everybody behind it/);
    const empty = await ours.desk.ask("GET", `${slotPath}/${await ours.newSlot(1)}/waitlist`);
    assert.deepEqual(empty.json, { items: [] });
    const none = `${slotPath}/2029-01-01T00:00:00Z`;
    assertProblem(await ours.desk.ask("GET", `${none}/waitlist`), 404, "not-in-catalogue");
    assertProblem(await ours.desk.ask("GET", `${none}/arrivals`), 404, "not-in-catalogue");
  });

  test("are checked in once under a key, whatever happened since", async () => {
    const { booking } = (await ours.book("once", { slot_starting_at: await ours.newSlot(1) })).json;
    const path = (what: string) => `${acmePath}/bookings/${booking}/${what}`;
    const send = (what: string, key: string) =>
      ours.desk.ask("POST", path(what), {}, { "idempotency-key": key });
    const first = await send("check-in", "scan-1");
    assert.notEqual(first.json.tickets[0].attendee.checked_in_at, null);
    await send("undo-check-in", "undo-1");
    // The answer of the check-in was lost, and its repetition comes late.
    const late = await send("check-in", "scan-1");
    assert.equal(late.status, 200, late.text);
    assert.equal(late.json.tickets[0].attendee.checked_in_at, null);
    const events = late.json.history.map((each: { event: string }) => each.event);
    assert.deepEqual(events, ["booked", "checked-in", "check-in-undone"]);
    const other = (await ours.book("other", { slot_starting_at: await ours.newSlot(1) })).json;
    assertProblem(
      await ours.desk.ask(
        "POST",
        `${acmePath}/bookings/${other.booking}/check-in`,
        {},
        { "idempotency-key": "scan-1" },
      ),
      422,
      "idempotency-key-reused",
    );
    const colleague = await openDesk(ours.service);
    const key = { "idempotency-key": "scan-1" };
    const theirs = await colleague.ask("POST", path("check-in"), {}, key);
    assert.notEqual(theirs.json.tickets[0].attendee.checked_in_at, null, "a key is its operator's");
    assertProblem(await send("check-in", "two words"), 400, "malformed");
  });

  test("list the expected bookings, and when each attendee checked in", async () => {
    const at = await ours.newSlot(4);
    const where = { slot_starting_at: at };
    const { booking } = (await ours.book("two", { ...where, tickets: 2 })).json;
    await ours.book("late", where);
    await ours.book("waits", { ...where, tickets: 9 });
    const path = `${slotPath}/${at}/arrivals`;
    const before = await ours.desk.ask("GET", path);
    assert.deepEqual(before.json, { expected: 3, arrived: 0, check_ins: [] });
    const body = { ticket: 2 };
    const checked = await ours.desk.ask("POST", `${acmePath}/bookings/${booking}/check-in`, body);
    const [{ checked_in_at: first }] = checked.json.tickets.flatMap(({ attendee }: any) =>
      attendee.checked_in_at === null ? [] : attendee,
    );
    await ours.desk.ask("POST", `${acmePath}/bookings/${booking}/check-in`);
    const { json } = await ours.desk.ask("GET", path);
    assert.deepEqual([json.expected, json.arrived], [3, 2]);
    assert.equal(json.check_ins[0], first);
    assert.deepEqual(json.check_ins, json.check_ins.toSorted());
    await ours.desk.ask("POST", `${acmePath}/bookings/${booking}/undo-check-in`);
    await ours.desk.ask("POST", `${acmePath}/bookings/${booking}/cancel`, body);
    assert.deepEqual((await ours.desk.ask("GET", path)).json, {
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
    assert.equal((await ours.desk.ask("POST", path, { ...order, starting_at: times })).status, 200);
    const range = "interaction=pk_summer&from=2032-01-01T00:00:00Z&to=2032-12-31T00:00:00Z";
    const { json } = await ours.desk.ask("GET", `${path}?${range}&limit=5000`);
    assert.equal(json.items.length, 1200);
    assert.equal(json.next_cursor, null);
    assert.deepEqual(
      json.items.map(({ starting_at }: any) => starting_at),
      times,
    );
    assertProblem(await ours.desk.ask("GET", `${path}?limit=5001`), 400, "malformed");
  });

  test("tell their seats; the capacity is changed by who saw it, seats taken or not", async () => {
    const at = await ours.newSlot(1);
    const path = `${slotPath}/${at}`;
    const seen = await ours.desk.ask("GET", path);
    assert.equal(seen.json.free, 1);
    assert.equal(seen.json.timezone, "Europe/Paris");
    await ours.book("cap", { slot_starting_at: at });
    const etag = String(seen.headers.etag);
    // As a compressing proxy marks it.
    const gzipped = etag.replace(/"$/, '-gzip"');
    assertProblem(await ours.desk.ask("PUT", path, { capacity: 3 }), 428, "precondition-missing");
    const changed = await ours.desk.ask("PUT", path, { capacity: 3 }, { "if-match": gzipped });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      [changed.json.capacity_before, changed.json.capacity, changed.json.taken],
      [1, 3, 1],
    );
    assertProblem(
      await ours.desk.ask("PUT", path, { capacity: 9 }, { "if-match": etag }),
      412,
      "slot-changed",
    );
    const now = { "if-match": String(changed.headers.etag) };
    assertProblem(
      await ours.desk.ask("PUT", path, { capacity: 0 }, now),
      409,
      "capacity-below-taken",
    );
    assert.equal(
      (await ours.desk.ask("PUT", path, { capacity: 0, overbook: true }, now)).status,
      200,
    );
    assertProblem(await ours.desk.ask("DELETE", path), 409, "in-use");
    const unused = await ours.newSlot(1);
    assert.equal((await ours.desk.ask("DELETE", `${slotPath}/${unused}`)).status, 204);
    assertProblem(await ours.desk.ask("GET", `${slotPath}/${unused}`), 404, "not-in-catalogue");
    await ours.assertLawful();
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
    const dry = await ours.desk.ask("POST", `${acmePath}/slots/pattern`, {
      ...pattern,
      dry_run: true,
    });
    assert.equal(dry.status, 200, dry.text);
    assert.equal(dry.json.created.length, 5);
    // The clock is put forward on 30 March.
    assert.deepEqual(dry.json.skipped, ["2031-03-30T02:30"]);
    const tours = `${acmePath}/slots?activity=tour&limit=2`;
    assert.deepEqual((await ours.desk.ask("GET", tours)).json.items, []);
    const made = await ours.desk.ask("POST", `${acmePath}/slots/pattern`, pattern);
    assert.deepEqual(made.json.created, dry.json.created);
    const starts: string[] = [];
    let cursor = "";
    for (;;) {
      const page = (await ours.desk.ask("GET", tours + cursor)).json;
      starts.push(...page.items.map((each: { starting_at: string }) => each.starting_at));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    assert.deepEqual(starts, made.json.created);
    const none = { ...pattern, at: [] };
    assertProblem(await ours.desk.ask("POST", `${acmePath}/slots/pattern`, none), 400, "malformed");
  });

  test("come from a spreadsheet, with a dry run, and bad rows by their lines", async () => {
    const csv = { "content-type": "text/csv" };
    const path = `${acmePath}/slots/csv?interaction=pk_winter&activity=tasting`;
    const good = "starting_at,capacity\n2031-05-01 09:30,5\n2031-05-02 09:30,5\n";
    const dry = await ours.desk.ask("POST", `${path}&dry_run=true`, good, csv);
    assert.equal(dry.status, 200, dry.text);
    assert.equal(
      (await ours.desk.ask("GET", `${acmePath}/slots?interaction=pk_winter`)).json.items.length,
      0,
    );
    assert.equal((await ours.desk.ask("POST", path, good, csv)).json.created.slot, 2);
    const bad = await ours.desk.ask(
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
    assertProblem(await ours.desk.ask("POST", path, "{}"), 415, "media-type");
  });

  test("come from one spreadsheet of an account at a time, and of no more than a few megabytes", async () => {
    const csv = { "content-type": "text/csv" };
    const path = `${acmePath}/slots/csv?interaction=pk_winter&activity=tasting`;
    const rows = "starting_at,capacity\n2031-06-01 09:30,5\n";
    const send = (text: string) => ours.desk.ask("POST", path, text, csv);
    const held = await holdWrites(ours.service.databaseUrl);
    const both = [send(rows), send(rows)];
    // The other one waits for the database.
    assertProblem(await Promise.race(both), 429, "too-many-imports");
    await held[Symbol.asyncDispose]();
    await Promise.all(both);
    assert.equal((await send(rows)).status, 200);
    assertProblem(await send(rows + " ".repeat(5_000_000)), 413, "body-too-large");
  });
});
