import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { changeBooking } from "../harness/desk-acts.ts";
import { startDeskWithSlots, type DeskWithSlots } from "../harness/desk-with-slots.ts";
import { acmePath, assertProblem } from "../harness/operator-api.ts";
import { query } from "../harness/query.ts";
import { cancelPath } from "../harness/seed.ts";
import { acme, audit } from "../harness/service.ts";
import { until } from "../harness/until.ts";

let ours: DeskWithSlots;
before(async () => {
  ours = await startDeskWithSlots();
});
after(() => ours[Symbol.asyncDispose]());

describe("bookings", () => {
  test("are made, wait, move up, are checked in and cancelled, as on the command line", async () => {
    const at = await ours.newSlot(1);
    const where = { slot_starting_at: at };
    const first = await ours.book("ann", { ...where, attendees: ["Ann"] });
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

    const second = (await ours.book("bob", where)).json;
    assert.equal(second.booking_status, "WAITLIST");
    const path = (id: string, what: string) => `${acmePath}/bookings/${id}/${what}`;
    assertProblem(
      await ours.desk.ask("POST", path(second.booking, "promote")),
      409,
      "seats-missing",
    );
    assertProblem(
      await ours.desk.ask("POST", path(second.booking, "check-in")),
      409,
      "not-confirmed",
    );
    const why = await ours.desk.ask("GET", path(second.booking, "explain"));
    assert.equal(why.json.waitlist.position, 1);

    const ofRequest = await ours.desk.ask(
      "GET",
      `${acmePath}/bookings?request_id=${String(first.headers["x-request-id"])}`,
    );
    assert.deepEqual(
      ofRequest.json.items.map((each: { booking: string }) => each.booking),
      [booking],
      "found by the request that made it",
    );
    const ofNone = await ours.desk.ask("GET", `${acmePath}/bookings?request_id=of-nobody`);
    assert.deepEqual(ofNone.json.items, []);

    const checkedIn = await ours.desk.ask("POST", path(booking, "check-in"), {});
    assert.equal(checkedIn.status, 200, checkedIn.text);
    assert.notEqual(checkedIn.json.tickets[0].attendee.checked_in_at, null);
    const again = await ours.desk.ask("POST", path(booking, "check-in"));
    assert.deepEqual(again.json, checkedIn.json);
    assertProblem(await ours.desk.ask("POST", path(booking, "cancel")), 409, "attendee-checked-in");
    assertProblem(
      await ours.desk.ask("POST", path(booking, "check-in"), { ticket: 2 }),
      404,
      "unknown-ticket",
    );
    assert.equal((await ours.desk.ask("POST", path(booking, "undo-check-in"))).status, 200);
    const cancelled = await ours.desk.ask("POST", path(booking, "cancel"), { ticket: 1 });
    assert.equal(cancelled.json.booking_status, "CANCELLED");
    assertProblem(
      await ours.desk.ask("POST", path(booking, "cancel")),
      409,
      "ticket-already-cancelled",
    );
    const promoted = await ours.desk.ask("POST", path(second.booking, "promote"));
    assert.equal(promoted.json.booking_status, "CONFIRMED");
    await ours.assertLawful();
  });

  test("are found page after page, each once, in the order of their slots", async () => {
    for (let index = 0; index < 7; index += 1) await ours.book("pages", { overbook: true });
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
      const page = await ours.desk.ask(
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
      const answer = await ours.book("bad", body);
      assertProblem(answer, 400, answer.json.type.split(":").at(-1));
      assert.match(answer.json.detail, field);
    });
  }

  test("are not made where nothing is", async () => {
    assertProblem(await ours.book("x", { interaction: "pk_none" }), 404, "not-in-catalogue");
    assertProblem(await ours.book("x", { host: "ann" }), 422, "host-not-offered");
    assertProblem(await ours.book("x", { activity: "workshop" }), 422, "host-missing");
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
      assertProblem(await ours.desk.ask("GET", `${acmePath}/bookings?${text}`), 400, "malformed");
    }
    assertProblem(await ours.desk.ask("GET", `${acmePath}/bookings/x`), 400, "malformed");
  });

  test("a body that is no JSON, of another type or too large is refused", async () => {
    const path = `${acmePath}/bookings`;
    assertProblem(await ours.desk.ask("POST", path, "{"), 400, "malformed");
    assertProblem(await ours.desk.ask("POST", path, "[]"), 400, "malformed");
    assertProblem(await ours.desk.ask("POST", path, Buffer.from([0xff])), 400, "malformed");
    const form = { "content-type": "application/x-www-form-urlencoded" };
    assertProblem(await ours.desk.ask("POST", path, "a=b", form), 415, "media-type");
    assertProblem(
      await ours.desk.ask("POST", path, "x".repeat(1024 * 1024 + 1)),
      413,
      "body-too-large",
    );
  });
});

describe("a caller's request", () => {
  test("is traced by its id", async () => {
    const { booking } = (await ours.book("trace", { overbook: true })).json;
    const token = await ours.service.token();
    await ours.service.call({
      method: "POST",
      path: cancelPath,
      token,
      body: { booking },
      headers: { "x-request-id": "their-1" },
    });
    const answer = await until(async () => {
      const traced = await ours.desk.ask("GET", "/requests/their-1");
      return traced.status !== 404 && traced;
    });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json.items[0].decision, "done");
    assert.equal(answer.json.items[0].changes[0].booking, booking);
    assertProblem(await ours.desk.ask("GET", "/requests/nobodys"), 404, "unknown-request");
  });
});

describe("a contact", () => {
  test("is found, told everything about, and erased so that the laws still hold", async () => {
    const at = await ours.newSlot(2);
    const named = { slot_starting_at: at, attendees: ["Zoe Secret"] };
    const kept = (await ours.book("zoe-1", named)).json;
    const found = await ours.desk.ask("GET", `${acmePath}/contacts?external_id=zoe-1`);
    const [{ contact }] = found.json.items;
    const told = await ours.desk.ask("GET", `${acmePath}/contacts/${contact}/export`);
    assert.deepEqual(told.json.bookings, [kept]);

    const path = `${acmePath}/contacts/${contact}`;
    assertProblem(await ours.desk.ask("DELETE", path), 409, "contact-has-upcoming");
    const erased = await ours.desk.ask("DELETE", `${path}?upcoming=cancel`);
    assert.deepEqual(erased.json, { bookings: 1, cancelled: 1, dry_run: false });
    assert.deepEqual(
      (await ours.desk.ask("GET", `${acmePath}/contacts?external_id=zoe-1`)).json.items,
      [],
    );
    const after = await ours.desk.ask("GET", `${acmePath}/bookings/${kept.booking}`);
    assert.equal(after.json.booking_status, "CANCELLED");
    assert.equal(after.json.tickets[0].attendee.display_name, null);
    for (const table of ["contact", "ticket", "booking_event", "audit_event", "request_record"]) {
      const rows = JSON.stringify(query(ours.service.databaseUrl, `select * from ${table}`));
      assert.ok(!rows.includes("zoe-1") && !rows.includes("Zoe Secret"), table);
    }
    await ours.assertLawful();
    const nobody = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c99";
    assertProblem(
      await ours.desk.ask("DELETE", `${acmePath}/contacts/${nobody}`),
      404,
      "unknown-contact",
    );
  });

  test("keeps bookings to come under nobody's name where that is wanted", async () => {
    const { booking } = (await ours.book("yan-1", { slot_starting_at: await ours.newSlot(1) }))
      .json;
    const [{ contact }] = (await ours.desk.ask("GET", `${acmePath}/contacts?external_id=yan-1`))
      .json.items;
    assert.equal(
      (await ours.desk.ask("DELETE", `${acmePath}/contacts/${contact}?upcoming=keep`)).status,
      200,
    );
    const kept = (await ours.desk.ask("GET", `${acmePath}/bookings/${booking}`)).json;
    assert.equal(kept.booking_status, "CONFIRMED");
    assert.match(kept.external_id, /^erased-[0-9a-f-]{36}$/);
    await changeBooking(ours.service.store, audit(), booking, acme, {
      kind: "cancel",
      ticket: null,
    });
    await ours.assertLawful();
  });
});
