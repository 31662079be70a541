import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, assertProblem, openDesk, type Desk } from "./harness/operator-api.ts";
import { booking, cancelPath, catalogue, productionHost } from "./harness/seed.ts";
import { acme, startTestService, type TestService } from "./harness/service.ts";

/*
 * Reports are compared with a computation of their own over the same data file: 700 slots, so that four portions
 * are read, of two zones, of activities with and without hosts, in the past and to come.
 */

const day = 86_400_000;
const past = Date.UTC(2024, 2, 25, 23, 30);
const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");

interface Place {
  readonly interaction: string;
  readonly activity: string;
  readonly host?: string;
}
const places: readonly Place[] = [
  { interaction: "pk_summer", activity: "tasting" },
  { interaction: "pk_summer", activity: "workshop", host: "ann" },
  { interaction: "pk_summer", activity: "workshop", host: "bob" },
  { interaction: "pk_winter", activity: "tasting" },
];
const zones: Readonly<Record<string, string>> = {
  pk_summer: "Europe/Paris",
  pk_winter: "America/New_York",
};

const slots = places.flatMap((place, which) =>
  Array.from({ length: 175 }, (_, index) => ({
    kind: "slot",
    ...place,
    starting_at: iso(index % 5 === 4 ? Date.UTC(2040, 0, 1 + index) : past + index * day),
    capacity: 3 + which,
  })),
);
const came = { checked_in_at: "2024-02-03T00:00:00Z" };
const statuses = ["CONFIRMED", "CONFIRMED", "WAITLIST", "CANCELLED"] as const;
const bookings = slots.flatMap(({ starting_at, interaction, activity, host }, index) =>
  Array.from({ length: index % 4 }, (_empty, each) => {
    const status = statuses[(index + each) % 4] ?? "CONFIRMED";
    const cancelledAt = "2024-02-02T00:00:00Z";
    const tickets =
      status === "CANCELLED"
        ? [{ cancelled_at: cancelledAt }]
        : [
            { attendee: status === "CONFIRMED" && index % 3 === 0 ? came : {} },
            { cancelled_at: index % 2 === 0 ? cancelledAt : null },
          ].slice(0, 1 + (each % 2));
    return booking(`CUST-${index % 40}`, {
      interaction,
      activity,
      ...(host !== undefined && { host }),
      slot_starting_at: starting_at,
      ticket_type: each === 2 ? "open" : "standard",
      booking_status: status,
      booked_at: status === "CANCELLED" ? cancelledAt : "2024-01-01T00:00:00Z",
      tickets,
    });
  }),
);

type Row = Readonly<Record<string, string | number | null>>;
type Key = "day" | "slot" | "activity" | "host" | "ticket_type";

function sliceOf(by: Key, line: any): Record<string, string> {
  const start = line.starting_at ?? line.slot_starting_at;
  const { interaction, activity, host } = line;
  const zone = zones[interaction] ?? assert.fail();
  switch (by) {
    case "day":
      return { day: new Date(start).toLocaleDateString("sv-SE", { timeZone: zone }) };
    case "activity":
      return { interaction, activity };
    case "ticket_type":
      return { interaction, activity, ticket_type: line.ticket_type };
    case "host":
    case "slot": {
      const place = { interaction, activity, ...(host !== undefined && { host }) };
      return by === "host" ? place : { ...place, slot: start };
    }
  }
}

/** The rows by their slices, and the total by the empty slice. */
function compute(by: Key, isAsked: (line: any) => boolean = () => true) {
  const rows = new Map<string, Record<string, number | null>>();
  const add = (slice: object, name: string, more: number | null) => {
    const key = JSON.stringify(slice);
    const row = rows.get(key) ?? {
      ...zero,
      ...(by === "ticket_type" && slice !== noSlice && { capacity: null, taken: null }),
    };
    rows.set(key, { ...row, [name]: more === null ? null : Number(row[name]) + more });
  };
  for (const slot of slots.filter(isAsked)) {
    add(noSlice, "capacity", slot.capacity);
    if (by !== "ticket_type") add(sliceOf(by, slot), "capacity", slot.capacity);
  }
  for (const line of bookings.filter(isAsked)) {
    const { booking_status: status, tickets, slot_starting_at: start } = line as any;
    const live = tickets.filter((ticket: any) => (ticket.cancelled_at ?? null) === null);
    const arrived = live.filter((ticket: any) => ticket.attendee?.checked_in_at).length;
    const took = status === "CONFIRMED" && line["ticket_type"] === "standard" ? live.length : 0;
    for (const slice of [noSlice, sliceOf(by, line)]) {
      if (status === "CANCELLED") {
        add(slice, "cancelled_by_import", 1);
        add(slice, howLong(Date.parse(start) - Date.parse(tickets[0].cancelled_at)), 1);
      }
      if (by !== "ticket_type" || slice === noSlice) add(slice, "taken", took);
      add(
        slice,
        { CONFIRMED: "confirmed", WAITLIST: "waiting", CANCELLED: "cancelled" }[
          status as "CONFIRMED"
        ],
        1,
      );
      if (status !== "CONFIRMED") continue;
      add(slice, "tickets", live.length);
      add(slice, "checked_in", arrived);
      if (Date.parse(start) < Date.now()) add(slice, "no_shows", live.length - arrived);
    }
  }
  for (const row of rows.values()) {
    const { capacity, taken } = row;
    row["occupancy"] =
      typeof capacity === "number" && capacity > 0
        ? Math.round((1000 * Number(taken)) / capacity) / 10
        : null;
  }
  const total = rows.get("{}");
  rows.delete("{}");
  return { rows, total };
}
function howLong(beforeStartMs: number): string {
  if (beforeStartMs <= 0) return "cancelled_after_start";
  if (beforeStartMs <= day) return "cancelled_within_day";
  return beforeStartMs <= 7 * day ? "cancelled_within_week" : "cancelled_earlier";
}

const noSlice = {};
const zero = {
  capacity: 0,
  taken: 0,
  cancelled_by_caller: 0,
  cancelled_by_operator: 0,
  cancelled_by_import: 0,
  cancelled_after_start: 0,
  cancelled_within_day: 0,
  cancelled_within_week: 0,
  cancelled_earlier: 0,
  confirmed: 0,
  waiting: 0,
  cancelled: 0,
  promoted: 0,
  tickets: 0,
  checked_in: 0,
  no_shows: 0,
};

function bySlice(rows: readonly Row[]) {
  const names = ["day", "interaction", "activity", "host", "slot", "ticket_type"];
  return new Map(
    rows.map((row) => {
      const [slice, figures] = [true, false].map((isName) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name) === isName)),
      );
      const ordered = names
        .filter((name) => name in (slice ?? {}))
        .map((name) => [name, row[name]]);
      return [JSON.stringify(Object.fromEntries(ordered)), figures];
    }),
  );
}

let service: TestService;
let desk: Desk;
before(async () => {
  const data = [...catalogue, ...slots, ...bookings];
  service = await startTestService([{ name: acme, hosts: [productionHost], data }]);
  desk = await openDesk(service);
});
after(() => service[Symbol.asyncDispose]());

const ask = async (query: string) => {
  const answer = await desk.ask("GET", `${acmePath}/report?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json as { by: string; rows: Row[]; total: Row };
};

describe("A80 a report", () => {
  for (const by of ["day", "slot", "activity", "host", "ticket_type"] as const) {
    test(`by ${by} has the sums of the data file`, async () => {
      const report = await ask(`by=${by}&details=true`);
      const expected = compute(by);
      assert.equal(report.by, by);
      assert.deepEqual(report.total, expected.total);
      assert.deepEqual(bySlice(report.rows), expected.rows);
      assert.ok(report.rows.length >= 3);
    });
  }

  test("is of one campaign, and of slots between two bounds, both included", async () => {
    const [from, to] = [iso(past + 10 * day), iso(past + 23 * day)];
    const isAsked = (line: any) => {
      const start = line.starting_at ?? line.slot_starting_at;
      return line.interaction === "pk_summer" && start >= from && start <= to;
    };
    const report = await ask(`by=slot&interaction=pk_summer&from=${from}&to=${to}&details=true`);
    assert.deepEqual(report.total, compute("slot", isAsked).total);
    assert.equal(report.rows.length, compute("slot", isAsked).rows.size);
    assert.equal(report.rows[0]?.["slot"], from);
    assert.equal(report.rows.at(-1)?.["slot"], to);
  });

  test("counts who left the waitlist, and a check-in at once", async () => {
    const free = slots.find(({ starting_at }) => starting_at > "2040") ?? assert.fail();
    const at = free.starting_at;
    const before = await ask(`by=slot&from=${at}&to=${at}`);
    const waiting = booking("late", { slot_starting_at: at, booking_status: "WAITLIST" });
    const input = `${JSON.stringify(waiting)}\n`;
    const imported = await runCommandHere(service.databaseUrl, ["import", "acme/production", "-"], {
      input,
    });
    assert.equal(imported.status, 0, imported.err);
    for (const act of ["promote", "check-in"]) {
      const done = await desk.ask(
        "POST",
        `${acmePath}/bookings/${waiting.booking}/${act}`,
        act === "promote" ? { overtake: true } : {},
      );
      assert.equal(done.status, 200, done.text);
    }
    const now = await ask(`by=slot&from=${at}&to=${at}`);
    const more = (name: string) => Number(now.total[name]) - Number(before.total[name]);
    assert.deepEqual(
      ["confirmed", "waiting", "promoted", "tickets", "checked_in", "no_shows"].map(more),
      [1, 0, 1, 1, 1, 0],
    );
  });

  test("counts a late booking as any other, as the seats of its slot do", async () => {
    const starting_at = iso(Date.now() - (Date.now() % 1_000) - 8 * day);
    await using house = await openBookingHouse([slotLine({ capacity: 3, starting_at })]);
    const open = await openDesk(house.service);
    const place = { interaction: "pk_summer", activity: "tasting" };
    const order = { ...place, slot_starting_at: starting_at, ticket_type: "standard" };
    const book = (body: object) => open.ask("POST", `${acmePath}/bookings`, { ...order, ...body });
    assertProblem(await book({ external_id: "ann" }), 409, "slot-has-begun");
    const late = await book({ external_id: "ann", tickets: 2, late: true });
    assert.equal(late.status, 201, late.text);
    const told = await open.ask("GET", `${acmePath}/report?by=slot`);
    const names = ["confirmed", "waiting", "tickets", "checked_in", "no_shows", "capacity"];
    assert.deepEqual(
      names.map((name) => told.json.total[name]),
      [1, 0, 2, 0, 2, 3],
    );
    // What the console's heat map is drawn from.
    const { json } = await open.ask("GET", `${acmePath}/slots?interaction=pk_summer`);
    assert.deepEqual(
      json.items.map(({ taken, capacity }: Row) => [taken, capacity]),
      [[2, 3]],
    );
  });

  test("says who cancelled, how long before the slot, and why", async () => {
    const soon = Date.now() + 3_600_000;
    await using house = await openBookingHouse([
      slotLine({ capacity: 9 }),
      slotLine({ capacity: 9, starting_at: iso(soon - (soon % 1_000)) }),
    ]);
    const open = await openDesk(house.service);
    const token = await house.service.token();
    const booked = await Promise.all(["ann", "bob", "eve", "joe"].map((who) => house.book(who)));
    const [ann, bob, eve, joe] = booked.map(({ booking: { id } }) => id);
    const called = await house.service.call({
      method: "POST",
      path: cancelPath,
      token,
      body: { booking: ann },
      headers: { "x-cancel-reason": "ill" },
    });
    assert.equal(called.status, 200);
    const post = (id: string | undefined, act: string, body: object) =>
      open.ask("POST", `${acmePath}/bookings/${id}/${act}`, body);
    const near = { slot_starting_at: iso(soon - (soon % 1_000)) };
    assert.equal((await post(bob, "move", near)).status, 200);
    assert.equal((await post(bob, "cancel", { reason: "ill" })).status, 200);
    assert.equal((await post(eve, "cancel", {})).status, 200);
    assert.equal((await post(joe, "check-in", {})).status, 200);
    const told = await open.ask("GET", `${acmePath}/report?by=activity&details=true`);
    const { total, reasons } = told.json as { total: Row; reasons: unknown };
    assert.deepEqual(
      Object.entries(total).filter(([name]) => /^(?:cancelled|taken|confirmed)/.test(name)),
      Object.entries({
        confirmed: 1,
        cancelled: 3,
        taken: 1,
        cancelled_by_caller: 1,
        cancelled_by_operator: 2,
        cancelled_by_import: 0,
        cancelled_after_start: 0,
        cancelled_within_day: 1,
        cancelled_within_week: 0,
        cancelled_earlier: 2,
      }),
    );
    assert.deepEqual(reasons, [{ reason: "ill", bookings: 2 }]);
    // Without the scope that shows histories, the free text is not told.
    const sums = await openDesk(house.service, "report");
    const limited = await sums.ask("GET", `${acmePath}/report?details=true`);
    assert.equal(limited.status, 200, limited.text);
    assert.equal("reasons" in limited.json, false);
    assert.equal(limited.json.total.cancelled_by_caller, 1);
  });

  test("of a key for some campaigns has those alone", async () => {
    const winter = await openDesk(service, "report", null, ["pk_winter"]);
    const askAs = (query: string) => winter.ask("GET", `${acmePath}/report${query}`);
    const own = await askAs("?by=activity");
    const isWinter = (line: any) => line.interaction === "pk_winter";
    const { total } = compute("activity", isWinter);
    assert.deepEqual(
      own.json.rows.map((row: Row) => [row["interaction"], row["confirmed"]]),
      [["pk_winter", total?.["confirmed"]]],
    );
    assert.equal(own.json.total.capacity, total?.["capacity"]);
    assertProblem(await askAs("?interaction=pk_summer"), 404, "not-in-catalogue");
  });

  test("of an unknown campaign is refused, and one without slots is empty", async () => {
    assertProblem(
      await desk.ask("GET", `${acmePath}/report?interaction=pk_none`),
      404,
      "not-in-catalogue",
    );
    const empty = await ask("by=day&interaction=pk_fair");
    assert.deepEqual(empty.rows, []);
    assert.equal(empty.total["capacity"], 0);
  });

  test("comes as CSV, over the API as on the command line", async () => {
    const file = await desk.ask("GET", `${acmePath}/report/csv?by=activity`);
    assert.equal(file.headers["content-type"], "text/csv; charset=utf-8");
    const lines = file.text.replace("\uFEFF", "").trimEnd().split("\r\n");
    assert.equal(
      lines[0],
      "interaction,activity,confirmed,waiting,cancelled,promoted,tickets,checked_in,no_shows,capacity",
    );
    assert.equal(lines.length, 4);
    const typed = await runCommandHere(service.databaseUrl, [
      "report",
      "acme/production",
      "--by",
      "activity",
      "--csv",
    ]);
    assert.equal(typed.out.trim(), file.text.replaceAll("\r", "").trim());
  });
});
