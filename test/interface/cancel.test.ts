import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { startTestService, type TestService } from "../harness/service.ts";
import {
  acmeUatWith,
  acmeWith,
  booking,
  cancelPath,
  catalogue,
  fetchPath,
  newBookingId,
  otherHost,
  otherWith,
  uatHost,
} from "../harness/seed.ts";

const checkedIn = { attendee: { checked_in_at: "2025-05-01T08:01:00Z" } };
const ended = { cancelled_at: "2025-04-20T00:00:00Z" };

describe("cancelling a booking", () => {
  const lines = {
    confirmed: booking("c1"),
    waitlisted: booking("c2", { booking_status: "WAITLIST" }),
    family: booking("c3", { tickets: [{}, ended, {}] }),
    past: booking("c4", { slot_starting_at: "2024-05-01T08:00:00Z" }),
    unlimited: booking("c5", { ticket_type: "open" }),
    checkedIn: booking("r1", { tickets: [checkedIn] }),
    partlyCheckedIn: booking("r2", { tickets: [{}, checkedIn] }),
    checkedInAndGone: booking("c6", { tickets: [{}, { ...checkedIn, ...ended }] }),
    ticketCancelled: booking("r3", { tickets: [ended] }),
    cancelled: booking("r4", { booking_status: "CANCELLED" }),
    waitlistedCheckedIn: booking("r5", { booking_status: "WAITLIST", tickets: [checkedIn] }),
    waitlistedEnded: booking("r6", { booking_status: "WAITLIST", tickets: [ended] }),
    exact: booking("e1"),
    repeated: booking("k1"),
    repeatedOther: booking("k2"),
    keyRefused: booking("k3", { tickets: [checkedIn] }),
    untyped: booking("u1"),
    foreign: booking("f1"),
    uatOnly: booking("f2"),
    ignored: booking("i1"),
  };
  let service: TestService;
  before(async () => {
    const { foreign, uatOnly, ...own } = lines;
    service = await startTestService([
      acmeWith(Object.values(own)),
      otherWith([foreign]),
      acmeUatWith([uatOnly, { ...lines.exact, external_id: "uat-copy" }]),
    ]);
  });
  after(() => service[Symbol.asyncDispose]());

  async function cancel(body: object | string, headers: Record<string, string> = {}) {
    const token = await service.token();
    return service.call({ method: "POST", path: cancelPath, token, body, headers });
  }
  async function record(externalId: string, host?: string) {
    const answer = await service.call({
      path: `${fetchPath}?external_id=${externalId}`,
      token: await service.token(host),
      ...(host !== undefined && { host }),
    });
    return answer.json.bookings[0];
  }

  for (const [name, line] of [
    ["R45 R83 a confirmed booking", lines.confirmed],
    ["R47 R112 a waitlisted booking", lines.waitlisted],
    ["A37 a booking with several tickets, one of them cancelled before,", lines.family],
    ["A37 a booking of which one attendee had checked in and left", lines.checkedInAndGone],
    ["A36 a booking whose slot is over", lines.past],
    ["a booking of an unlimited ticket type", lines.unlimited],
  ] as const) {
    test(`${name} is cancelled, at once and with its time`, async () => {
      const before = Date.now();
      const answer = await cancel({ booking: line.booking });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.text, "{}");
      const { booking_status, booked_at } = await record(line.external_id);
      assert.equal(booking_status, "CANCELLED");
      assert.match(booked_at, /Z$/);
      assert.ok(Date.parse(booked_at) >= before && Date.parse(booked_at) <= Date.now());
    });
  }

  for (const [name, line, reason] of [
    ["R48 R98 a booking whose attendee has checked in", lines.checkedIn, /checked in/],
    ["A37 a booking of which one attendee has checked in", lines.partlyCheckedIn, /checked in/],
    [
      "R48 A38 a booking whose ticket was cancelled elsewhere",
      lines.ticketCancelled,
      /already cancelled/,
    ],
    ["R48 a cancelled booking", lines.cancelled, /already cancelled/],
    [
      "R112 A39 a waitlisted booking whose attendee has checked in",
      lines.waitlistedCheckedIn,
      /checked in/,
    ],
    [
      "R112 A39 a waitlisted booking whose ticket is cancelled",
      lines.waitlistedEnded,
      /already cancelled/,
    ],
  ] as const) {
    test(`${name} is refused with 400 and stays as it is`, async () => {
      const before = await record(line.external_id);
      const answer = await cancel({ booking: line.booking });
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual(Object.keys(answer.json), ["code", "message"]);
      assert.equal(answer.json.code, 9);
      assert.match(answer.json.message, reason);
      assert.deepEqual(await record(line.external_id), before);
    });
  }

  test("R17 A34 the booking is taken exactly as listed, and by no other writing", async () => {
    const { booking: id } = lines.exact;
    const writings: unknown[] = [
      `bookings/${id}`,
      `{${id}}`,
      id.toUpperCase(),
      ` ${id}`,
      `${id} `,
      id.replaceAll("-", ""),
      "",
      "x",
      7,
      null,
      [id],
      { id },
      undefined,
      `${id}\0`,
    ];
    for (const writing of writings) {
      const answer = await cancel({ booking: writing });
      assert.equal(answer.status, 500, JSON.stringify(writing));
      assert.equal(answer.json.code, 3);
      assert.match(answer.json.message, /booking/);
    }
    assert.equal((await record("e1")).booking_status, "CONFIRMED");
    assert.equal((await cancel({ booking: id })).status, 200);
  });

  test("A34 a body that is no JSON object is 500, not the 400 that means already cancelled", async () => {
    for (const body of ["", "x", "[]", "null", '"x"', "{"]) {
      const answer = await cancel(body);
      assert.equal(answer.status, 500, body);
      assert.equal(answer.json.code, 3);
    }
  });

  test("R84 P11 unknown and foreign bookings get the same answer and stay as they are", async () => {
    const unknown = await cancel({ booking: newBookingId() });
    assert.equal(unknown.status, 500);
    assert.equal(unknown.json.code, 5);
    for (const line of [lines.foreign, lines.uatOnly]) {
      assert.equal((await cancel({ booking: line.booking })).text, unknown.text);
    }
    assert.equal((await record("f1", otherHost)).booking_status, "CONFIRMED");
    assert.equal((await record("f2", uatHost)).booking_status, "CONFIRMED");
  });

  test("A58 the same booking id in another account is another booking", async () => {
    assert.equal((await record("uat-copy", uatHost)).booking_status, "CONFIRMED");
    assert.equal((await record("e1")).booking_status, "CANCELLED");
  });

  test("A35 an Idempotency-Key gets the first final answer again", async () => {
    const key = { "idempotency-key": "first-try" };
    assert.equal((await cancel({ booking: lines.repeated.booking }, key)).status, 200);
    const after = await record("k1");
    const again = await cancel({ booking: lines.repeated.booking, other: 1 }, key);
    assert.deepEqual([again.status, again.text], [200, "{}"]);
    assert.deepEqual(await record("k1"), after);
    assert.equal((await cancel({ booking: lines.repeated.booking })).status, 400);
    assert.equal(
      (await cancel({ booking: lines.repeated.booking }, { "idempotency-key": "x" })).status,
      400,
    );
  });

  test("A35 the same key with another booking is refused and changes nothing", async () => {
    const key = { "idempotency-key": "second-try" };
    await cancel({ booking: lines.keyRefused.booking }, key);
    const answer = await cancel({ booking: lines.repeatedOther.booking }, key);
    assert.deepEqual([answer.status, answer.json.code], [500, 3]);
    assert.match(answer.json.message, /Idempotency-Key/);
    assert.equal((await record("k2")).booking_status, "CONFIRMED");
  });

  test("A35 a refused cancel is remembered too, an unknown booking is not", async () => {
    const refusedKey = { "idempotency-key": "third-try" };
    const first = await cancel({ booking: lines.keyRefused.booking }, refusedKey);
    assert.equal(first.status, 400);
    assert.equal(
      (await cancel({ booking: lines.keyRefused.booking }, refusedKey)).text,
      first.text,
    );
    const unknownKey = { "idempotency-key": "fourth-try" };
    assert.equal((await cancel({ booking: newBookingId() }, unknownKey)).status, 500);
    assert.equal((await cancel({ booking: lines.repeatedOther.booking }, unknownKey)).status, 200);
  });

  test("A35 a key that is none is refused", async () => {
    for (const key of ["", "two words", "x".repeat(256), "ü"]) {
      const headers = { "idempotency-key": Buffer.from(key).toString("latin1") };
      const answer = await cancel({ booking: lines.untyped.booking }, headers);
      assert.deepEqual([answer.status, answer.json.code], [500, 3], key);
    }
  });

  test("R110 A61 the body is read whatever the Content-Type says", async () => {
    const types = { "content-type": "application/x-www-form-urlencoded" };
    assert.equal((await cancel({ booking: lines.untyped.booking }, types)).status, 200);
  });

  test("A17 ignored fields are named outside production", async () => {
    const answer = await service.call({
      method: "POST",
      path: cancelPath,
      host: uatHost,
      token: await service.token(uatHost),
      body: { booking: newBookingId(), reason: "ill" },
    });
    assert.equal(answer.headers["x-ignored-parameters"], "reason");
  });
});

describe("a campaign's cancellation cut-off, and what a list tells of cancels", () => {
  const soon = new Date(Date.now() + 30 * 60_000).toISOString();
  const later = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const late = booking("late", { slot_starting_at: soon });
  const early = booking("early", { slot_starting_at: later });
  const listed = [
    booking("p", { slot_starting_at: soon }),
    booking("p", { slot_starting_at: later }),
    booking("p", { slot_starting_at: soon, tickets: [checkedIn] }),
    booking("p", { slot_starting_at: later, tickets: [{}, checkedIn] }),
    booking("p", { slot_starting_at: later, tickets: [{}, { ...checkedIn, ...ended }] }),
    booking("p", { slot_starting_at: later, tickets: [ended] }),
    booking("p", { slot_starting_at: later, booking_status: "CANCELLED" }),
    booking("p", { slot_starting_at: later, booking_status: "WAITLIST" }),
    booking("p", { slot_starting_at: later, booking_status: "WAITLIST", tickets: [checkedIn] }),
  ];
  const many = Array.from({ length: 47 }, () => booking("many", { tickets: [checkedIn] }));
  let service: TestService;
  let token: string;
  before(async () => {
    const account = acmeWith([late, early, ...listed, ...many]);
    const data = catalogue.map((line) =>
      "public_key" in line && line.public_key === "pk_summer"
        ? { ...line, cancellation_cutoff_minutes: 60 }
        : line,
    );
    const rest = (account.data ?? []).filter((line) => !catalogue.includes(line));
    service = await startTestService([{ ...account, data: [...data, ...rest] }]);
    token = await service.token();
  });
  after(() => service[Symbol.asyncDispose]());

  const cancel = (id: string) =>
    service.call({ method: "POST", path: cancelPath, token, body: { booking: id } });
  const list = (query: string, headers: Record<string, string> = {}) =>
    service.call({ path: `${fetchPath}?external_id=${query}`, token, headers });
  const cancellable = { prefer: "cancellable" };
  const namesOf = ({ headers }: Awaited<ReturnType<typeof list>>) =>
    String(headers["x-not-cancellable"]).split(", ");

  test("A36 refuses a cancel after it, and lets one before it pass", async () => {
    const refused = await cancel(late.booking);
    assert.deepEqual([refused.status, refused.json.code], [400, 9]);
    assert.match(refused.json.message, /time for cancelling/);
    assert.equal((await cancel(early.booking)).status, 200);
  });

  test("A92 names the bookings of the page that a cancel would refuse, and changes nothing else", async () => {
    const plain = await list("p");
    const asked = await list("p", cancellable);
    assert.equal(asked.text, plain.text);
    assert.equal(asked.headers["preference-applied"], "cancellable");
    const named = namesOf(asked).map((one) => one.split(";reason="));
    const reasons = new Map(named.map(([id, reason = ""]) => [id, reason]));
    for (const header of ["preference-applied", "x-not-cancellable", "vary"]) {
      assert.equal(plain.headers[header], undefined, header);
    }
    const inOrder = asked.json.bookings.map(({ booking: id }: any) => id);
    assert.deepEqual(
      [...reasons.keys()],
      inOrder.filter((id: string) => reasons.has(id)),
    );
    const words: Record<string, RegExp> = {
      "ticket-already-cancelled": /already cancelled/,
      "attendee-checked-in": /checked in/,
      "cancellation-closed": /time for cancelling/,
    };
    for (const { booking: id, booking_status: status } of plain.json.bookings) {
      const answer = await cancel(id);
      const reason = reasons.get(id);
      assert.equal(answer.status, reason === undefined && status !== "CANCELLED" ? 200 : 400, id);
      if (reason !== undefined) assert.match(answer.json.message, words[reason] ?? /^$/);
    }
    assert.deepEqual(new Set(reasons.values()), new Set(Object.keys(words)));
  });

  test("A92 a page without such a booking applies the preference and names none", async () => {
    for (const query of ["nobody", "early&booking_status=CANCELLED"]) {
      const { headers } = await list(query, cancellable);
      assert.equal(headers["preference-applied"], "cancellable");
      assert.equal(headers["x-not-cancellable"], undefined);
    }
  });

  test("A92 a list of more than 3,000 bytes is not sent, and is not said to be complete", async () => {
    const { headers } = await list("many", cancellable);
    assert.equal(headers["preference-applied"], undefined);
    assert.equal(headers["x-not-cancellable"], undefined);
    const short = await list("many&page_size=45", cancellable);
    assert.equal(namesOf(short).length, 45);
    assert.ok(String(short.headers["x-not-cancellable"]).length <= 3_000);
  });

  test("A92 a long Prefer costs no more than another long header", async () => {
    const timeOf = async (prefer: string) => {
      const began = performance.now();
      for (let times = 0; times < 5; times += 1) {
        assert.equal((await list("late", { prefer })).status, 200);
      }
      return performance.now() - began;
    };
    const long = `${" ".repeat(14_000)}x`;
    const other = await timeOf(`other=${long}`);
    const spent = await timeOf(`cancellable=${long}`);
    assert.ok(spent < 20 * other + 1_000, `${spent} ms, and ${other} ms for another preference`);
  });

  for (const [prefer, applied] of [
    ["Cancellable", true],
    ["respond-async, wait=10, cancellable", true],
    ['cancellable=""; foo=bar', true],
    ["cancellable=no", false],
    ["cancelable", false],
    ['other="a, cancellable"', false],
    ['other="a, cancellable, b"', false],
    ['cancellable="no"', false],
    ["other; cancellable", false],
    ['"cancellable', false],
  ] as const) {
    test(`A92 Prefer: ${prefer} ${applied ? "asks" : "does not ask"}`, async () => {
      const { status, headers } = await list("late", { prefer });
      assert.equal(status, 200);
      assert.equal(headers["preference-applied"], applied ? "cancellable" : undefined);
    });
  }
});
