import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { bookSlot } from "./harness/desk-acts.ts";
import { openBookingHouse, slotLine, slotStart } from "./harness/booking-house.ts";
import { query } from "./harness/query.ts";
import { fetchPath } from "./harness/seed.ts";
import { operate } from "./harness/operate.ts";
import { acme, audit, importLines } from "./harness/service.ts";

const place = {
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt: slotStart,
} as const;

describe("booking", () => {
  test("A40 R39 R40 is CONFIRMED while seats are left and on the waitlist after that", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    assert.equal(await house.tryBook("ann", { tickets: 2 }), "CONFIRMED");
    assert.equal(await house.tryBook("bob", { tickets: 2 }), "WAITLIST");
    assert.deepEqual(await house.seats(), { capacity: 3, taken: 2, overbookedBy: 0 });
    // One seat is free, but a new booking joins the waitlist.
    assert.equal(await house.tryBook("cleo"), "WAITLIST");
    assert.equal(await house.tryBook("dan", { ticketTypeId: "open", tickets: 9 }), "CONFIRMED");
    assert.deepEqual(await house.seats(), { capacity: 3, taken: 2, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("R28 writes tickets with attendees, a history, and shows at once to the caller", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 3 })]);
    const details = await house.book("ann", { tickets: 3, attendees: ["Ann", null] });
    assert.deepEqual(
      details.line.tickets.map(({ attendee }, index) => [index + 1, attendee.display_name]),
      [
        [1, "Ann"],
        [2, null],
        [3, null],
      ],
    );
    const [event, ...others] = details.history;
    assert.deepEqual(others, []);
    assert.equal(event?.kind, "booked");
    assert.equal(event.at, details.booking.bookedAt);
    assert.deepEqual(event.details, {
      booking_status: [null, "CONFIRMED"],
      tickets: 3,
      has_limited_capacity: true,
      seats_taken: 3,
    });
    const token = await house.service.token();
    const list = await house.service.call({ path: `${fetchPath}?external_id=ann`, token });
    assert.deepEqual(
      list.json.bookings.map((record: any) => [record.booking, record.booking_status]),
      [[details.booking.id, "CONFIRMED"]],
    );
    // The same person again is the same contact.
    await house.book("ann", { ticketTypeId: "open" });
    const again = await house.service.call({ path: `${fetchPath}?external_id=ann`, token });
    assert.equal(again.json.total_count, 2);
  });

  test("A60 is per host where the activity offers a choice, and only there", async () => {
    const workshop = { activity: "workshop", capacity: 1 };
    await using house = await openBookingHouse([
      slotLine({ capacity: 1 }),
      slotLine({ ...workshop, host: "ann" }),
      slotLine({ ...workshop, host: "bob" }),
    ]);
    const at = (hostId: string | null) => ({ place: { ...place, activityId: "workshop", hostId } });
    assert.equal(await house.tryBook("x", at("ann")), "CONFIRMED");
    assert.equal(await house.tryBook("x", at("ann")), "WAITLIST");
    assert.equal(await house.tryBook("x", at("bob")), "CONFIRMED");
    assert.equal(await house.tryBook("x", at(null)), "host-missing");
    assert.equal(await house.tryBook("x", at("carl")), "not-in-catalogue");
    assert.equal(
      await house.tryBook("x", { place: { ...place, hostId: "ann" } }),
      "host-not-offered",
    );
    await house.assertLawful();
  });

  test("is refused with its reason, and leaves nothing behind", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    const { store } = house.service;
    const cases: [Parameters<typeof house.book>[1], object][] = [
      [
        { place: { ...place, publicKey: "pk_no" } },
        { why: "not-in-catalogue", field: "interaction" },
      ],
      [{ place: { ...place, activityId: "no" } }, { why: "not-in-catalogue", field: "activity" }],
      [{ place: { ...place, startingAt: 5 } }, { why: "not-in-catalogue", field: "slot" }],
      [{ ticketTypeId: "no" }, { why: "not-in-catalogue", field: "ticket_type" }],
      [{ tickets: 0 }, unlike("tickets", "must be 1 or more")],
      [{ tickets: 1001 }, unlike("tickets", "must be 1000 or less")],
      [{ tickets: 1.5 }, unlike("tickets", "must be an integer")],
      [{ externalId: "" }, unlike("external_id", "must have at least 1 character")],
      [{ externalId: "x".repeat(513) }, unlike("external_id", "must have at most 512 characters")],
      [
        { attendees: ["A", "B"] },
        malformed("attendees", "at most as many names as there are tickets, which is 1"),
      ],
    ];
    for (const [fields, refused] of cases) {
      const request = { place, ticketTypeId: "standard", externalId: "x", tickets: 1, ...fields };
      const answer = await bookSlot(store, { actor: "test", now: Date.now() }, acme, request);
      if (!isRefused(answer)) assert.fail(JSON.stringify(fields));
      assert.deepEqual(answer.refused, refused);
    }
    const account = (await store.accounts.find(acme)) ?? assert.fail();
    const { counts } = await store.accounts.withCounts(account);
    assert.deepEqual([counts.booking, counts.contact], [0, 0]);
  });

  test("B62 of a slot that is over is possible on purpose, so that a visit is entered afterwards", async () => {
    const past = Date.UTC(2020, 0, 1);
    await using house = await openBookingHouse([
      slotLine({ capacity: 1, starting_at: "2020-01-01T00:00:00Z" }),
    ]);
    const of = { place: { ...place, startingAt: past } };
    assert.equal(await house.tryBook("late", of), "slot-has-begun");
    assert.equal(await house.tryBook("late", { ...of, late: true }), "CONFIRMED");
    await house.assertLawful();
  });

  test("B61 beyond what is there, on purpose, is recorded in the slot and in the history", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    const first = await house.book("ann");
    const waiting = await house.book("bob");
    const over = await house.book("cleo", { tickets: 2, overbook: true });
    assert.equal(over.booking.status, "CONFIRMED");
    assert.deepEqual(over.history[0]?.details, {
      booking_status: [null, "CONFIRMED"],
      tickets: 2,
      has_limited_capacity: true,
      seats_taken: 2,
      seats_overbooked: 2,
      overtaking: true,
    });
    assert.deepEqual(await house.seats(), { capacity: 1, taken: 3, overbookedBy: 2 });
    await house.assertLawful();
    // Leave to overbook ends with the seats that used it.
    await house.change(over, { kind: "cancel", ticket: 1 });
    assert.deepEqual(await house.seats(), { capacity: 1, taken: 2, overbookedBy: 1 });
    await house.change(first, { kind: "cancel", ticket: null });
    assert.deepEqual(await house.seats(), { capacity: 1, taken: 1, overbookedBy: 0 });
    assert.equal(await house.status(waiting), "WAITLIST");
    await house.assertLawful();
  });

  test("B61 beyond what is there leaves slots that a list of overbooked ones has alone", async () => {
    const later = formatInstant(slotStart + 3_600_000);
    await using house = await openBookingHouse([
      slotLine({ capacity: 2 }),
      slotLine({ starting_at: later, capacity: 1 }),
    ]);
    const listed = async () => {
      const found = await operate(
        house.service.store,
        "listSlots",
        { ...acme, overbooked: true },
        { audit: audit() },
      );
      return found.items.map((each: { starting_at: string }) => each.starting_at);
    };
    await house.book("ann", { tickets: 2 });
    assert.deepEqual(await listed(), []);
    await house.book("bob", { overbook: true });
    assert.deepEqual(await listed(), [formatInstant(slotStart)]);
  });

  test("B61 the allowance ends at once when more seats become free than were overbooked", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const both = await house.book("ann", { tickets: 2 });
    await house.book("bob", { overbook: true });
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 3, overbookedBy: 1 });
    await house.change(both, { kind: "cancel", ticket: null });
    assert.deepEqual(await house.seats(), { capacity: 2, taken: 1, overbookedBy: 0 });
    await house.assertLawful();
  });

  test("P6 by many at once gives each seat once", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 7 })]);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => house.tryBook(`same-${index % 3}`)),
    );
    assert.equal(outcomes.filter((outcome) => outcome === "CONFIRMED").length, 7);
    assert.equal(outcomes.filter((outcome) => outcome === "WAITLIST").length, 13);
    assert.equal((await house.seats()).taken, 7);
    const contacts = query(house.service.databaseUrl, "select count(*) as total from contact");
    assert.equal(Number(contacts[0]?.["total"]), 3);
    await house.assertLawful();
  });

  test("B63 follows the order in which it took place, also where a clock is behind", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })], "automatic");
    const { store } = house.service;
    const bookAt = async (who: string, now: number) => {
      const request = { place, ticketTypeId: "standard", externalId: who, tickets: 1 };
      const answer = await bookSlot(store, { actor: "test", now }, acme, request);
      return isRefused(answer) ? assert.fail() : answer.details;
    };
    const now = Date.now();
    const first = await bookAt("first", now);
    const second = await bookAt("second", now - 5_000);
    const third = await bookAt("third", now - 60_000);
    assert.ok(second.booking.bookedAt >= first.booking.bookedAt);
    assert.ok(third.booking.bookedAt >= second.booking.bookedAt);
    await house.assertLawful();
  });

  test("A40 of a type that was unlimited then is no overtaking when the type becomes limited", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 5 })]);
    await house.book("full", { tickets: 4 });
    assert.equal(await house.tryBook("waits", { tickets: 2 }), "WAITLIST");
    assert.equal(await house.tryBook("open", { ticketTypeId: "open" }), "CONFIRMED");
    const { id } = (await house.service.store.accounts.find(acme)) ?? assert.fail();
    await importLines(house.service.store, id, [
      {
        kind: "ticket_type",
        interaction: "pk_summer",
        activity: "tasting",
        id: "open",
        display_name: "Open",
        has_limited_capacity: true,
      },
    ]);
    assert.equal((await house.seats()).taken, 5);
    await house.assertLawful();
  });
});

function malformed(field: string, expected: string): object {
  return { why: "value-malformed", field, expected };
}

/** What differs from the operation's schema. */
function unlike(field: string, expected: string): object {
  return { why: "malformed", field, expected };
}
