import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isRefused } from "../src/domain/refusal.ts";
import type { TypeCapacities } from "../src/domain/data-file/seat-values.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
  type SlotFields,
} from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { closeSlot, type FoundBooking } from "./harness/desk-acts.ts";
import { operate } from "./harness/operate.ts";
import { query } from "./harness/query.ts";
import { booking, catalogue } from "./harness/seed.ts";
import { acme, audit, importLines } from "./harness/service.ts";
import { untilNow } from "../src/store/write/type-limits.ts";

type Details = FoundBooking["details"];

const place = { interaction: "pk_summer", activity: "tasting" };
const vipType = (fields: object = {}) => ({
  kind: "ticket_type",
  ...place,
  id: "vip",
  display_name: "VIP",
  has_limited_capacity: true,
  capacity_per_slot: 2,
  ...fields,
});
const vip = { ticketTypeId: "vip" };

/** A tasting of three seats, two of them for the type `vip` at most. */
function openVipHouse(
  promotion: "manual" | "automatic" = "automatic",
  slot: SlotFields = { capacity: 3 },
): Promise<BookingHouse> {
  return openBookingHouse([vipType(), slotLine(slot)], promotion);
}

async function statusesOf(house: BookingHouse, some: readonly Details[]): Promise<string> {
  const all = await Promise.all(some.map((each) => house.status(each)));
  return all.map((status) => status[1]).join("");
}

/** Changes what the slot says of single types; returns how many moved up, or the refusal. */
async function limit(house: BookingHouse, limits: TypeCapacities | null, overbook = false) {
  const { capacity } = await house.seats();
  const named = { publicKey: "pk_summer", activityId: "tasting", hostId: null };
  const changed = await house.door.changeCapacity(audit(), {
    place: { ...named, startingAt: slotStart },
    capacity,
    limits,
    overbook,
    amongCampaigns: null,
  });
  return isRefused<{ why: string }>(changed) ? changed.refused.why : changed.promoted;
}

/** Gives a booking another ticket type inside its slot. */
async function move({ door }: BookingHouse, { booking: { id } }: Details, ticketTypeId: string) {
  const named = { publicKey: "pk_summer", activityId: "tasting", hostId: null };
  const to = { ...named, startingAt: slotStart };
  const moved = await door.moveBooking(audit(), { bookingId: id, to, ticketTypeId });
  return isRefused(moved) ? assert.fail() : moved.moved?.status;
}

/** Of each type with a limit: the limit, how many are taken, and how many wait. */
async function typesOf(house: BookingHouse) {
  const [slot] = await house.door.findSlots({ publicKey: "pk_summer", limit: 1 });
  return Array.from(slot?.types ?? [], ([id, { seats, waiting }]) => [
    id,
    seats?.capacity,
    seats?.taken,
    waiting,
  ]);
}

// A status is told by its second letter: CONFIRMED, WAITLIST or CANCELLED.
describe("A87 a limit for a ticket type inside the slot's seats", () => {
  test("makes those above it wait, who hold back nobody of another type", async () => {
    await using house = await openVipHouse();
    const [one, two, three] = [
      await house.book("a", vip),
      await house.book("b", vip),
      await house.book("c", vip),
    ];
    const general = await house.book("d");
    const last = await house.book("e");
    assert.equal(await statusesOf(house, [one, two, three, general, last]), "OOAOA");
    assert.deepEqual(await typesOf(house), [["vip", 2, 2, 1]]);
    await house.assertLawful();
    // The freed seat goes to the first of those whose type has room.
    await house.change(general, { kind: "cancel", ticket: null });
    assert.equal(await statusesOf(house, [three, last]), "AO");
    await house.assertLawful();
    await house.change(one, { kind: "cancel", ticket: null });
    assert.equal(await statusesOf(house, [three]), "O");
    await house.assertLawful();
  });

  test("is not passed by a promotion by hand, which names the type", async () => {
    await using house = await openVipHouse("manual", { capacity: 9 });
    await house.book("a", { ...vip, tickets: 2 });
    const [first, second] = [await house.book("b", vip), await house.book("c", vip)];
    assert.equal(await house.promote(first), "seats-missing");
    assert.equal(await house.promote(second, true), "seats-missing");
    assert.equal(await house.promote(second), "not-first");
    const whyItWaits = async ({ booking: { id } }: Details) => {
      const values = { ...acme, booking: id };
      const { waitlist } = await operate(house.service.store, "explainBooking", values, {
        audit: audit(),
      });
      return [waitlist.limited_by, waitlist.type_seats_free, waitlist.blocked_by?.booking];
    };
    assert.deepEqual(await whyItWaits(first), ["ticket_type", 0, undefined]);
    assert.deepEqual(await whyItWaits(second), ["ticket_type", 0, first.booking.id]);
    // General bookings pass them, and the history says so.
    const general = await house.look(await house.book("d"));
    assert.equal(general.booking.status, "CONFIRMED");
    const details = general.history[0]?.details as { readonly passed: unknown };
    assert.deepEqual(details.passed, [{ passed_over: "vip" }]);
    await house.assertLawful();
  });

  test("counts where a booking moves in, or takes another type inside its slot", async () => {
    await using house = await openVipHouse("automatic", { capacity: 9 });
    const [one, , general] = [
      await house.book("a", vip),
      await house.book("b", vip),
      await house.book("c"),
    ];
    assert.equal(await move(house, general, "vip"), "WAITLIST");
    await house.assertLawful();
    // The seat of the type that it leaves goes to the one who waits for it.
    assert.equal(await move(house, one, "standard"), "CONFIRMED");
    assert.equal(await house.status(general), "CONFIRMED");
    assert.deepEqual(await typesOf(house), [["vip", 2, 2, 0]]);
    await house.assertLawful();
  });

  test("A88 may be said by the slot, for more, for fewer and for none, beside those who wait", async () => {
    await using house = await openVipHouse("automatic", { capacity: 5, ticket_types: { vip: 1 } });
    const [one, two, three] = [
      await house.book("a", vip),
      await house.book("b", vip),
      await house.book("c", vip),
    ];
    assert.equal(await statusesOf(house, [one, two, three]), "OAA");
    assert.equal(await limit(house, { vip: null }), 1);
    assert.equal(await statusesOf(house, [one, two, three]), "OOA");
    assert.equal(await limit(house, { vip: 1 }), "capacity-below-taken");
    assert.equal(await limit(house, { gone: 1 }), "not-in-catalogue");
    assert.equal(await limit(house, { open: 1 }), "value-malformed");
    assert.equal(await limit(house, { vip: 1 }, true), 0);
    await house.assertLawful();
    // Another booking does not use what was overbooked.
    assert.equal(await house.tryBook("d", vip), "WAITLIST");
    assert.equal(await limit(house, { standard: 0 }), 0);
    assert.equal(await house.tryBook("e"), "WAITLIST");
    assert.deepEqual(await typesOf(house), [
      ["standard", 0, 0, 1],
      ["vip", 1, 2, 2],
    ]);
    assert.equal(await limit(house, null), 1);
    assert.deepEqual(await typesOf(house), [["vip", 2, 2, 2]]);
    await house.assertLawful();
  });

  test("A88 is changed for all slots by its type's line, which moves up who waits", async () => {
    await using house = await openVipHouse("automatic", { capacity: 9 });
    const all = [];
    for (const who of ["a", "b", "c", "d"]) all.push(await house.book(who, vip));
    assert.equal(await statusesOf(house, all), "OOAA");
    await house.save(vipType({ capacity_per_slot: 3 }));
    assert.equal(await statusesOf(house, all), "OOOA");
    await assert.rejects(house.save(vipType({ capacity_per_slot: 1 })), /ticket_types\.vip/);
    await house.save(vipType({ capacity_per_slot: null }));
    assert.equal(await statusesOf(house, all), "OOOO");
    await house.assertLawful();
    await assert.rejects(
      house.save(vipType({ has_limited_capacity: false, capacity_per_slot: 1 })),
      /capacity_per_slot/,
    );
    await house.save(vipType({ capacity_per_slot: 4 }));
    assert.equal(await house.tryBook("e", vip), "WAITLIST");
    await house.assertLawful();
  });

  test("A88 keeps out of a file what is above it, by the time of booking", async () => {
    await using house = await openBookingHouse([vipType()], "automatic");
    const { id } = (await house.service.store.accounts.find({
      tenant: "acme",
      environment: "production",
    }))!;
    const lines = [
      booking("late", { ticket_type: "vip", booked_at: "2020-03-03T00:00:00Z" }),
      booking("early", { ticket_type: "vip", booked_at: "2020-03-01T00:00:00Z" }),
      booking("middle", { ticket_type: "vip", booked_at: "2020-03-02T00:00:00Z" }),
      booking("general", { booked_at: "2020-03-04T00:00:00Z" }),
    ].map((line) => ({
      ...line,
      slot_starting_at: "2031-05-01T08:00:00Z",
    }));
    const file = [...lines, slotLine({ capacity: 4, ticket_types: { vip: 2 } })];
    await assert.rejects(importLines(house.service.store, id, file), /ticket_types\.vip/);
    const fits = file.filter((line) => line !== lines[0]);
    await importLines(house.service.store, id, fits);
    await importLines(house.service.store, id, fits);
    assert.deepEqual(await typesOf(house), [["vip", 2, 2, 0]]);
    await house.assertLawful();
    // A slot's line that names no type changes none; null takes all of its own away.
    await house.save(slotLine({ capacity: 4 }));
    assert.deepEqual(await typesOf(house), [["vip", 2, 2, 0]]);
    await house.save(vipType({ capacity_per_slot: null }));
    await house.save(slotLine({ capacity: 4, ticket_types: null }));
    assert.deepEqual(await typesOf(house), []);
    await house.assertLawful();
  });

  test("A88 is the type's again by a line that removes all of the slot's own", async () => {
    await using house = await openVipHouse("automatic", { capacity: 9, ticket_types: { vip: 0 } });
    const all = [];
    for (const who of ["a", "b", "c", "d"]) all.push(await house.book(who, vip));
    const removed = slotLine({ capacity: 9, ticket_types: null });
    await house.save(removed);
    assert.equal(await statusesOf(house, all), "OOAA");
    await house.assertLawful();
    const words = ["changes", "acme/production", "--from-start"];
    const feed = await runCommandHere(house.service.databaseUrl, words);
    const slots = Array.from(feed.out.trim().split("\n"), (line) => JSON.parse(line).slot);
    // Who follows the feed forgets the limit, too.
    assert.deepEqual(slots.findLast(Boolean)?.ticket_types, { vip: null });
    await house.save(slotLine({ capacity: 9, ticket_types: { vip: 3 } }));
    assert.equal(await statusesOf(house, all), "OOOA");
    await assert.rejects(house.save(removed), /ticket_types\.vip/);
    assert.deepEqual(await typesOf(house), [["vip", 3, 3, 1]]);
    await house.assertLawful();
  });

  test("B636 a freed ticket of an overbooked type takes the record with it, however it is freed", async () => {
    await using house = await openVipHouse("manual", { capacity: 9 });
    const over = { ...vip, overbook: true };
    const [one, , three, four] = [
      await house.book("a", { ...vip, tickets: 2 }),
      await house.book("b", over),
      await house.book("c", over),
      await house.book("d", over),
    ];
    assert.equal(overbookedOf(house), 3);
    await house.change(one, { kind: "cancel", ticket: 1 });
    assert.equal(overbookedOf(house), 2);
    await house.change(three, { kind: "cancel", ticket: null });
    assert.equal(overbookedOf(house), 1);
    await move(house, four, "standard");
    assert.equal(overbookedOf(house), 0);
    await house.book("e", over);
    await house.save(catalogueOf("automatic"));
    await house.change(one, { kind: "cancel", ticket: null });
    assert.equal(overbookedOf(house), 0);
    await house.book("f", { ...over, tickets: 3 });
    assert.equal(overbookedOf(house), 3);
    await closeSlot(house.service.store, audit(), acme, {
      place: { publicKey: "pk_summer", activityId: "tasting", hostId: null, startingAt: slotStart },
      reason: null,
      dryRun: false,
      evenIfCheckedIn: false,
    });
    assert.equal(overbookedOf(house), 0);
    await house.assertLawful();
  });
});

/** How many of its type are recorded as overbooked. */
function overbookedOf({ service }: BookingHouse): number {
  const [row] = query(
    service.databaseUrl,
    `select max(overbooked_by) as recorded from type_limit where until = ${untilNow}`,
  );
  return Number(row?.["recorded"]);
}

function catalogueOf(promotion: "manual" | "automatic"): object {
  const line = catalogue.find((each) => "public_key" in each && each.public_key === "pk_summer");
  return { ...line, waitlist_promotion: promotion };
}
