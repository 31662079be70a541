import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { importDataFile } from "../src/usecases/operator/import-data-file.ts";
import { openBookingHouse, slotLine } from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, openDesk } from "./harness/operator-api.ts";
import { booking, cancelPath, catalogue } from "./harness/seed.ts";
import { execute } from "./harness/query.ts";
import { audit } from "./harness/service.ts";

const all = { kind: "cancel", ticket: null } as const;

describe("promotion by hand", () => {
  test("R49 A40 is the only one unless the campaign wants another: a cancel promotes nobody", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    const first = await house.book("ann");
    const waiting = await house.book("bob");
    await house.change(first, all);
    assert.equal(await house.status(waiting), "WAITLIST");
    assert.deepEqual(await house.seats(), { capacity: 1, taken: 0, overbookedBy: 0 });
    assert.equal(await house.promote(waiting), "CONFIRMED");
    const { booking: now, history } = await house.look(waiting);
    const event = history.at(-1);
    assert.equal(event?.kind, "promoted");
    assert.equal(now.bookedAt, event.at);
    assert.ok(now.bookedAt >= waiting.booking.bookedAt);
    assert.deepEqual(event.details, {
      booking_status: ["WAITLIST", "CONFIRMED"],
      has_limited_capacity: true,
      seats_taken: 1,
    });
    assert.equal((await house.seats()).taken, 1);
    await house.assertLawful();
  });

  test("A40 of any but the first is refused, unless overtaking is asked for, which is recorded", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const holder = await house.book("ann", { tickets: 2 });
    const first = await house.book("bob", { tickets: 2 });
    const second = await house.book("cleo");
    assert.equal(await house.promote(first), "seats-missing");
    await house.change(holder, { kind: "cancel", ticket: 2 });
    assert.equal(await house.promote(first), "seats-missing");
    assert.equal(await house.promote(second), "not-first");
    assert.equal(await house.promote(second, true), "CONFIRMED");
    const { history } = await house.look(second);
    assert.match(JSON.stringify(history.at(-1)?.details), /"overtaking":true/);
    assert.equal(await house.promote(second), "not-waitlisted");
    assert.equal(await house.promote(holder), "not-waitlisted");
    await house.assertLawful();
  });

  test("A40 first come, first served: by entry, not by id or ticket", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 0 })]);
    const entries = [];
    for (const who of ["a", "b", "c", "d", "e", "f"]) entries.push(await house.book(who));
    await house.setCapacity(6);
    for (const [index, entry] of entries.entries()) {
      for (const later of entries.slice(index + 1)) {
        assert.equal(await house.promote(later), "not-first");
      }
      assert.equal(await house.promote(entry), "CONFIRMED");
    }
    await house.assertLawful();
  });
});

describe("promotion by itself", () => {
  test("A40 P6 a caller's cancel gives the seat to the first who waits, in the same request", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })], "automatic");
    const holder = await house.book("ann");
    const first = await house.book("bob");
    const second = await house.book("cleo");
    const token = await house.service.token();
    const answer = await house.service.call({
      method: "POST",
      path: cancelPath,
      token,
      body: { booking: holder.booking.id },
      headers: { "x-request-id": "the-cancel" },
    });
    assert.equal(answer.status, 200);
    assert.equal(await house.status(first), "CONFIRMED");
    assert.equal(await house.status(second), "WAITLIST");
    const event = (await house.look(first)).history.at(-1);
    assert.equal(event?.requestId, "the-cancel");
    assert.deepEqual(event?.details, {
      booking_status: ["WAITLIST", "CONFIRMED"],
      has_limited_capacity: true,
      seats_taken: 1,
      automatic: true,
    });
    assert.deepEqual(await house.seats(), { capacity: 1, taken: 1, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("A40 so do an operator's cancel, a ticket's cancel and a raised capacity", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })], "automatic");
    const holder = await house.book("ann", { tickets: 3 });
    const entries: Awaited<ReturnType<typeof house.book>>[] = [];
    for (const who of ["b", "c", "d", "e"]) entries.push(await house.book(who));
    const waiting = async () =>
      (await Promise.all(entries.map((entry) => house.status(entry)))).filter(
        (status) => status === "WAITLIST",
      ).length;
    await house.change(holder, { kind: "cancel", ticket: 2 });
    assert.equal(await waiting(), 3);
    assert.equal(await house.setCapacity(4), 1);
    assert.equal(await waiting(), 2);
    await house.change(holder, all);
    assert.equal(await waiting(), 0);
    assert.deepEqual(await house.seats(), { capacity: 4, taken: 4, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("A40 an entry that needs more than is free holds back everybody behind it", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })], "automatic");
    const holder = await house.book("ann", { tickets: 2 });
    const large = await house.book("bob", { tickets: 2 });
    const small = await house.book("cleo");
    await house.change(holder, { kind: "cancel", ticket: 1 });
    assert.equal(await house.status(large), "WAITLIST");
    assert.equal(await house.status(small), "WAITLIST");
    assert.equal((await house.seats()).taken, 1);
    await house.change(holder, all);
    assert.equal(await house.status(large), "CONFIRMED");
    assert.equal(await house.status(small), "WAITLIST");
    await house.assertLawful();
  });

  test("A40 B60 when the first in line leaves, the next who fits moves up in the same request", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })], "automatic");
    const holder = await house.book("ann", { tickets: 2 });
    const first = await house.book("bob", { tickets: 2 });
    const second = await house.book("cleo");
    await house.change(holder, { kind: "cancel", ticket: 1 });
    assert.equal(await house.status(second), "WAITLIST");
    const token = await house.service.token();
    const body = { booking: first.booking.id };
    const headers = { "x-request-id": "the-departure" };
    const call = { method: "POST", path: cancelPath, token, body, headers } as const;
    assert.equal((await house.service.call(call)).status, 200);
    assert.equal(await house.status(second), "CONFIRMED");
    const { history } = await house.look(second);
    assert.equal(history.at(-1)?.requestId, "the-departure");
    assert.match(JSON.stringify(history.at(-1)?.details), /"automatic":true/);
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 2, overbookedBy: 0 });
    // Repeated, it is refused as every second cancel is.
    assert.equal((await house.service.call(call)).status, 400);
    await house.assertLawful();
  });

  test("A40 B60 a ticket cancelled and the promotion that it allows are two events of one booking", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })], "automatic");
    const holder = await house.book("ann", { tickets: 2 });
    const first = await house.book("bob", { tickets: 2 });
    await house.change(holder, { kind: "cancel", ticket: 1 });
    assert.equal(await house.change(first, { kind: "cancel", ticket: 2 }), "CONFIRMED");
    const { history } = await house.look(first);
    assert.deepEqual(
      history.map(({ number, kind, status }) => [number, kind, status]),
      [
        [1, "booked", "WAITLIST"],
        [2, "ticket-cancelled", "WAITLIST"],
        [3, "promoted", "CONFIRMED"],
      ],
    );
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 2, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("A41 B60 an entry further back leaves without a promotion, and frees no seat", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })], "automatic");
    const holder = await house.book("ann", { tickets: 2 });
    const first = await house.book("bob", { tickets: 2 });
    const second = await house.book("cleo");
    await house.change(holder, { kind: "cancel", ticket: 1 });
    await house.change(second, all);
    assert.equal(await house.status(first), "WAITLIST");
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 1, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("A40 B60 a campaign that is switched to automatic fills its free seats at once", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const holder = await house.book("ann", { tickets: 2 });
    const first = await house.book("bob");
    const second = await house.book("cleo");
    await house.change(holder, all);
    assert.equal(await house.status(first), "WAITLIST");
    const campaign = catalogue.find(
      (line) => "public_key" in line && line.public_key === "pk_summer",
    );
    await house.save({ ...campaign, waitlist_promotion: "automatic" });
    assert.equal(await house.status(first), "CONFIRMED");
    assert.equal(await house.status(second), "CONFIRMED");
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 2, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("A40 B60 who no longer waits for a seat, since the type became unlimited, holds nobody back", async () => {
    const large = {
      kind: "ticket_type",
      interaction: "pk_summer",
      activity: "tasting",
      id: "large",
      display_name: "Large",
      has_limited_capacity: true,
    };
    await using house = await openBookingHouse([slotLine({ capacity: 2 }), large], "automatic");
    const holder = await house.book("ann", { tickets: 2 });
    await house.book("bob", { tickets: 2, ticketTypeId: "large" });
    const second = await house.book("cleo");
    await house.change(holder, { kind: "cancel", ticket: 1 });
    assert.equal(await house.status(second), "WAITLIST");
    await house.save({ ...large, has_limited_capacity: false });
    assert.equal(await house.status(second), "CONFIRMED");
    await house.assertLawful();
  });

  test("A40 B60 a promotion by hand confirms everybody behind who fits", async () => {
    const waits = (who: string, day: number) =>
      booking(who, {
        slot_starting_at: "2031-05-01T08:00:00Z",
        booking_status: "WAITLIST",
        booked_at: `2025-04-0${day}T10:11:12Z`,
      });
    const lines = [waits("ann", 1), waits("bob", 2), waits("cleo", 3)];
    await using house = await openBookingHouse([slotLine({ capacity: 2 }), ...lines]);
    // Imports of 0.1.0 left seats free beside the waitlist of an automatic campaign.
    execute(house.service.databaseUrl, "update interaction set waitlist_promotion = 'automatic'");
    const entries = await Promise.all(
      ["ann", "bob", "cleo"].map(async (externalId) => {
        const [found] = await house.door.findBookings({ externalId, limit: 1 });
        return found ?? assert.fail();
      }),
    );
    const [ann, bob, cleo] = entries as [
      (typeof entries)[0],
      (typeof entries)[0],
      (typeof entries)[0],
    ];
    assert.equal(await house.promote(ann), "CONFIRMED");
    assert.equal(await house.status(bob), "CONFIRMED");
    assert.equal(await house.status(cleo), "WAITLIST");
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 2, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("P6 holds while everybody in line leaves at once and seats become free", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 4 })], "automatic");
    const holders = await Promise.all(["a", "b"].map((who) => house.book(who, { tickets: 2 })));
    const line = [];
    for (let index = 0; index < 12; index += 1) {
      line.push(await house.book(`w${index}`, { tickets: 1 + ((index * 2) % 3) }));
    }
    await Promise.all([
      ...line.slice(0, 8).map((entry) => house.change(entry, { kind: "cancel", ticket: 1 })),
      ...holders.map((holder) => house.change(holder, { kind: "cancel", ticket: 1 })),
      ...line.slice(2, 8).map((entry) => house.change(entry, all)),
      ...holders.map((holder) => house.change(holder, all)),
    ]);
    await house.assertLawful();
  });

  test("A40 gives no seat away that an unlimited or an overbooked booking did not hold", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })], "automatic");
    await house.book("ann");
    const open = await house.book("open", { ticketTypeId: "open" });
    const over = await house.book("over", { overbook: true });
    const waiting = await house.book("bob");
    await house.change(open, all);
    assert.equal(await house.status(waiting), "WAITLIST");
    await house.change(over, all);
    assert.equal(await house.status(waiting), "WAITLIST");
    assert.deepEqual(await house.seats(), { capacity: 1, taken: 1, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("B64 an import that leaves a seat free promotes, whatever made room for it", async () => {
    const at = { slot_starting_at: "2031-05-01T08:00:00Z" };
    const ann = booking("ann", at);
    const waits = (who: string, day: number, tickets: number) =>
      booking(who, {
        ...at,
        booking_status: "WAITLIST",
        booked_at: `2025-04-0${day}T10:11:12Z`,
        tickets: Array.from({ length: tickets }, () => ({})),
      });
    const [bob, cleo, dora] = [waits("bob", 2, 1), waits("cleo", 3, 2), waits("dora", 4, 1)];
    const lines = [slotLine({ capacity: 1 }), ann, bob, cleo, dora];
    await using house = await openBookingHouse(lines, "automatic");
    const load = async (file: readonly object[], options: { update?: boolean; dryRun?: boolean }) =>
      importDataFile(
        house.door,
        [Buffer.from(file.map((line) => JSON.stringify(line)).join("\n"))],
        { audit: audit(), ...options },
      );
    const statuses = async () => {
      const found = await Promise.all(
        ["ann", "bob", "cleo", "dora"].map((externalId) =>
          house.door.findBookings({ externalId, limit: 1 }),
        ),
      );
      return found.map(([each]) => each?.booking.status).join(" ");
    };
    assert.equal(await statuses(), "CONFIRMED WAITLIST WAITLIST WAITLIST");
    await load([slotLine({ capacity: 2 })], { dryRun: true });
    assert.equal(await statuses(), "CONFIRMED WAITLIST WAITLIST WAITLIST");
    // The file has the booking that gets the seat, as waiting.
    await load([slotLine({ capacity: 2 }), bob], { update: true });
    assert.equal(await statuses(), "CONFIRMED CONFIRMED WAITLIST WAITLIST");
    const ends = {
      booking_status: "CANCELLED",
      booked_at: new Date().toISOString(),
      tickets: undefined,
    };
    await load([{ ...ann, ...ends }], { update: true });
    assert.equal(await statuses(), "CANCELLED CONFIRMED WAITLIST WAITLIST");
    // No seat is freed, but the first in line leaves, who needed two.
    await load([{ ...cleo, ...ends }], { update: true });
    assert.equal(await statuses(), "CANCELLED CONFIRMED CANCELLED CONFIRMED");
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 2, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("B64 a file's own bookings get its seats before those who wait", async () => {
    const at = { slot_starting_at: "2031-05-01T08:00:00Z" };
    const waiting = booking("bob", { ...at, booking_status: "WAITLIST" });
    await using house = await openBookingHouse([slotLine({ capacity: 0 }), waiting], "automatic");
    const file = [slotLine({ capacity: 1 }), booking("ann", at)];
    await importDataFile(
      house.door,
      file.map((line) => Buffer.from(`${JSON.stringify(line)}\n`)),
      { audit: audit() },
    );
    const [bob] = await house.door.findBookings({ externalId: "bob", limit: 1 });
    assert.equal(bob?.booking.status, "WAITLIST");
    assert.deepEqual(await house.seats(), { capacity: 1, taken: 1, overbookedBy: 0 });
    await house.assertLawful();
  });
});

describe("the capacity of a slot", () => {
  test("is not lowered below what is taken, unless that is meant, which is recorded", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    await house.book("ann", { tickets: 2 });
    assert.equal(await house.setCapacity(1), "capacity-below-taken");
    assert.equal(await house.setCapacity(2), 0);
    assert.equal(await house.setCapacity(0, true), 0);
    assert.deepEqual(await house.seats(), { capacity: 0, taken: 2, overbookedBy: 2 });
    await house.assertLawful();
    assert.equal(await house.setCapacity(1), 0);
    assert.deepEqual(await house.seats(), { capacity: 1, taken: 2, overbookedBy: 1 });
    await house.assertLawful();
  });

  test("P6 raised while many cancel and book keeps every seat counted once", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 4 })], "automatic");
    const holders = await Promise.all(["a", "b", "c", "d"].map((who) => house.book(who)));
    const waiting = [];
    for (let index = 0; index < 8; index += 1) waiting.push(await house.book(`w${index}`));
    await Promise.all([
      ...holders.map((holder) => house.change(holder, all)),
      house.setCapacity(6),
      ...waiting.slice(0, 2).map((entry) => house.change(entry, all)),
    ]);
    const statuses = await Promise.all(waiting.map((entry) => house.status(entry)));
    assert.deepEqual(await house.seats(), { capacity: 6, taken: 6, overbookedBy: 0 });
    assert.equal(statuses.filter((status) => status === "CONFIRMED").length, 6);
    await house.assertLawful();
  });
});

describe("slots with seats free while people wait", () => {
  test("are found by a filter, on the command line and over the operator API", async () => {
    const start = (hour: number) => `2031-05-02T${String(hour).padStart(2, "0")}:00:00Z`;
    const lines = [8, 9, 10, 11].map((hour) => slotLine({ starting_at: start(hour), capacity: 1 }));
    await using house = await openBookingHouse([slotLine({ capacity: 1 }), ...lines]);
    const at = (hour: number) => ({
      place: {
        publicKey: "pk_summer",
        activityId: "tasting",
        hostId: null,
        startingAt: Date.parse(start(hour)),
      },
    });
    // Free beside one who waits; full beside one; free beside one whose tickets ended; free.
    const holder = await house.book("ann", at(8));
    await house.book("bob", at(8));
    await house.change(holder, all);
    await house.book("ann", at(9));
    await house.book("bob", at(9));
    const gone = await house.book("ann", at(10));
    const left = await house.book("bob", at(10));
    await house.change(gone, all);
    await house.change(left, all);
    const words = ["slot", "list", "acme/production", "--free-while-waiting", "--json"];
    const listed = await runCommandHere(house.service.databaseUrl, words);
    assert.deepEqual(
      listed.json.map((slot: any) => slot.starting_at),
      [start(8)],
    );
    const desk = await openDesk(house.service);
    const found = await desk.ask("GET", `${acmePath}/slots?free_while_waiting=true`);
    assert.deepEqual(
      found.json.items.map((slot: any) => slot.starting_at),
      [start(8)],
    );
    const every = await desk.ask("GET", `${acmePath}/slots?free_while_waiting=false`);
    assert.equal(every.json.items.length, 5);
  });
});
