import assert from "node:assert/strict";
import { describe, mock, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { type FoundBooking, moveBooking, type MoveRequest } from "./harness/desk-acts.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { acmePath, openDesk } from "./harness/operator-api.ts";
import { booking } from "./harness/seed.ts";
import { acme, audit } from "./harness/service.ts";
import { summerCampaign } from "./harness/summer-campaign.ts";

const laterStart = slotStart + 3_600_000;
const later = (capacity: number) => slotLine({ starting_at: formatInstant(laterStart), capacity });
const laterPlace = {
  place: { publicKey: "pk_summer", activityId: "tasting", hostId: null, startingAt: laterStart },
};
const all = { kind: "cancel", ticket: null } as const;
type Details = FoundBooking["details"];

async function move(
  house: BookingHouse,
  { booking }: Details,
  to: Partial<MoveRequest> = {},
): Promise<string> {
  const request = { bookingId: booking.id, account: acme, startingAt: laterStart, ...to };
  const moved = await moveBooking(house.service.store, audit(), request);
  return isRefused<{ why: string }>(moved) ? moved.refused.why : moved.details.booking.status;
}

async function takenBySlot(house: BookingHouse): Promise<number[]> {
  const slots = await house.door.findSlots({ activityId: "tasting", limit: 10 });
  return slots.map(({ seats }) => seats.taken);
}

describe("moving a booking to another slot", () => {
  test("gives its seats back there and takes them here, and its history says from where", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 }), later(3)], "automatic");
    const ann = await house.book("ann", { tickets: 2 });
    const bob = await house.book("bob");
    assert.equal(await move(house, ann), "CONFIRMED");
    assert.deepEqual(await takenBySlot(house), [1, 2]);
    assert.equal(await house.status(bob), "CONFIRMED");
    const { booking: now, history } = await house.look(ann);
    assert.equal(now.slotStartingAt, laterStart);
    const event = history.at(-1);
    assert.equal(event?.kind, "moved");
    assert.equal(event.at, now.bookedAt);
    const place = { activity: "tasting", ticket_type: "standard" };
    assert.deepEqual(event.details, {
      booking_status: ["CONFIRMED", "CONFIRMED"],
      from: { ...place, slot_starting_at: formatInstant(slotStart) },
      to: { ...place, slot_starting_at: formatInstant(laterStart) },
      has_limited_capacity: true,
      seats_freed: 2,
      seats_taken: 2,
    });
    // Repeated, it has nothing left to do.
    assert.equal(await move(house, ann), "CONFIRMED");
    assert.equal((await house.look(ann)).history.length, 2);
    assert.equal(await house.change(ann, all), "CANCELLED");
    assert.deepEqual(await takenBySlot(house), [1, 0]);
    await house.assertLawful();
  });

  test("A40 joins the waitlist here when no seat is left or others wait already", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 4 }), later(1)]);
    const early = await house.book("early");
    const ann = await house.book("ann");
    const holder = await house.book("holder", laterPlace);
    assert.equal(await move(house, ann), "WAITLIST");
    assert.deepEqual(await takenBySlot(house), [1, 1]);
    await house.change(holder, all);
    assert.equal(await move(house, early), "WAITLIST");
    assert.equal(await house.promote(early), "not-first");
    assert.equal(await house.promote(ann), "CONFIRMED");
    await house.assertLawful();
  });

  test("A40 B60 lets the next in line move up where the first one leaves, and who waited long elsewhere overtook nobody", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 }), later(3)], "automatic");
    const holder = await house.book("ann", { tickets: 2 });
    const first = await house.book("bob", { tickets: 2 });
    const second = await house.book("cleo");
    await house.book("dan", { ...laterPlace, tickets: 2 });
    await house.change(holder, { kind: "cancel", ticket: 1 });
    assert.equal(await move(house, first), "WAITLIST");
    assert.equal(await house.status(second), "CONFIRMED");
    const third = await house.book("eve");
    assert.equal(await house.status(third), "WAITLIST");
    assert.equal(await house.change(first, { kind: "cancel", ticket: 1 }), "CONFIRMED");
    assert.deepEqual(await takenBySlot(house), [2, 3]);
    await house.assertLawful();
  });

  test("is refused for what is cancelled or checked in, and where nothing is; no cut-off counts", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 9 }), later(9)]);
    const gone = await house.book("ann");
    await house.change(gone, all);
    assert.equal(await move(house, gone), "ticket-already-cancelled");
    const come = await house.book("bob", { tickets: 2 });
    await house.change(come, { kind: "check-in", ticket: 1 });
    assert.equal(await move(house, come), "attendee-checked-in");
    const cleo = await house.book("cleo");
    assert.equal(await move(house, cleo, { startingAt: laterStart + 1 }), "not-in-catalogue");
    assert.equal(await move(house, cleo, { ticketTypeId: "none" }), "not-in-catalogue");
    assert.equal(await move(house, cleo, { hostId: "ann" }), "host-not-offered");
    assert.equal(await move(house, cleo, { activityId: "workshop" }), "host-missing");
    await house.save({
      ...summerCampaign,
      cancellation_cutoff_minutes: 100_000_000,
    });
    assert.equal(await move(house, cleo), "CONFIRMED");
    assert.deepEqual(await takenBySlot(house), [2, 1]);
    await house.assertLawful();
  });

  test("A60 goes to another activity and its host, and back", async () => {
    const workshop = { activity: "workshop", host: "ann", starting_at: formatInstant(laterStart) };
    const lines = [slotLine({ capacity: 1 }), slotLine({ ...workshop, capacity: 1 })];
    await using house = await openBookingHouse(lines);
    const ann = await house.book("ann");
    assert.equal(await move(house, ann, { activityId: "workshop", hostId: "ann" }), "CONFIRMED");
    const { line } = await house.look(ann);
    assert.deepEqual([line.activity, line.host], ["workshop", "ann"]);
    const back = { activityId: "tasting", startingAt: slotStart };
    assert.equal(await move(house, ann, back), "CONFIRMED");
    assert.equal((await house.look(ann)).line.host, null);
    assert.deepEqual(await takenBySlot(house), [1]);
    await house.assertLawful();
  });
});

describe("another ticket type on the same slot", () => {
  const here = (ticketTypeId: string) => ({ startingAt: slotStart, ticketTypeId });

  test("takes or frees seats, and keeps a place in line", async () => {
    const large = {
      kind: "ticket_type",
      interaction: "pk_summer",
      activity: "tasting",
      id: "large",
    };
    const type = { ...large, display_name: "Large", has_limited_capacity: true };
    await using house = await openBookingHouse([slotLine({ capacity: 1 }), type], "automatic");
    const ann = await house.book("ann");
    const open = await house.book("open", { ticketTypeId: "open" });
    const bob = await house.book("bob");
    const cleo = await house.book("cleo");
    assert.equal(await move(house, ann, here("large")), "CONFIRMED");
    assert.equal((await house.look(ann)).booking.bookedAt, ann.booking.bookedAt);
    assert.equal(await move(house, bob, here("large")), "WAITLIST");
    assert.equal((await house.look(bob)).booking.bookedAt, bob.booking.bookedAt);
    assert.equal(await move(house, open, here("standard")), "WAITLIST");
    await house.assertLawful();
    assert.equal(await move(house, ann, here("open")), "CONFIRMED");
    assert.equal(await house.status(bob), "CONFIRMED");
    assert.equal(await house.status(cleo), "WAITLIST");
    assert.equal(await move(house, cleo, here("open")), "CONFIRMED");
    assert.deepEqual(await takenBySlot(house), [1]);
    await house.assertLawful();
  });

  test("A40 behind those whom a file put on the waitlist, takes the seat that they leave", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })], "automatic");
    const open = await house.book("open", { ticketTypeId: "open" });
    await house.save(
      booking("waits", {
        slot_starting_at: formatInstant(slotStart),
        booking_status: "WAITLIST",
      }),
    );
    assert.equal(await move(house, open, here("standard")), "CONFIRMED");
    const [waited] = await house.door.findBookings({ externalId: "waits", limit: 1 });
    assert.equal(waited?.booking.status, "CONFIRMED");
    assert.deepEqual(await takenBySlot(house), [2]);
    await house.assertLawful();
  });

  test("A40 overtook nobody where its ticket type was unlimited when it came", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 }), later(1)]);
    const ann = await house.book("ann");
    await house.book("holder", laterPlace);
    const waits = await house.book("waits", laterPlace);
    assert.equal(await move(house, ann, { ticketTypeId: "open" }), "CONFIRMED");
    assert.equal(await move(house, ann, { ticketTypeId: "standard" }), "WAITLIST");
    assert.equal(await house.promote(ann), "not-first");
    assert.equal(await house.status(waits), "WAITLIST");
    await house.assertLawful();
  });

  test("overtakes nobody who waits where seats are given by hand", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 })]);
    await house.book("ann");
    await house.book("bob");
    const over = await house.book("over", { overbook: true });
    assert.equal(await move(house, over, here("open")), "CONFIRMED");
    assert.equal(await move(house, over, here("standard")), "WAITLIST");
    await house.assertLawful();
  });
});

describe("a place in line", () => {
  test("is behind all who joined in the same millisecond, by a booking or a move", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 }), later(9)], "automatic");
    const joined: Details[] = [];
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    try {
      const mover = await house.book("mover", laterPlace);
      await house.book("holder");
      for (let index = 0; index < 6; index += 1) joined.push(await house.book(`waits-${index}`));
      assert.equal(await move(house, mover, { startingAt: slotStart }), "WAITLIST");
      joined.push(mover);
    } finally {
      mock.timers.reset();
    }
    const times = await Promise.all(
      joined.map(async (each) => (await house.look(each)).booking.bookedAt),
    );
    assert.equal(new Set(times).size, times.length);
    assert.deepEqual(
      times,
      times.toSorted((one, other) => one - other),
    );
    await house.assertLawful();
  });
});

describe("moves and everything else at once", () => {
  test("what a move leaves out stays as it is then, not as another move found it", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 9 }), later(9)]);
    for (const who of ["ann", "bob", "cleo", "dan"]) {
      const booked = await house.book(who);
      const outcomes = await Promise.all([
        move(house, booked, { startingAt: slotStart, ticketTypeId: "open" }),
        move(house, booked),
      ]);
      assert.deepEqual(outcomes, ["CONFIRMED", "CONFIRMED"]);
      assert.equal((await house.look(booked)).line.ticket_type, "open");
    }
    await house.assertLawful();
  });

  test("P6 keep every seat counted once, between two slots in both directions", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 5 }), later(5)], "automatic");
    const here = [];
    const there = [];
    for (let index = 0; index < 8; index += 1) {
      const tickets = 1 + (index % 3);
      here.push(await house.book(`here-${index}`, { tickets }));
      there.push(await house.book(`there-${index}`, { tickets, ...laterPlace }));
    }
    const back = { startingAt: slotStart };
    await Promise.all([
      ...here.map((each) => move(house, each)),
      ...there.map((each) => move(house, each, back)),
      ...here.slice(0, 4).map((each) => house.change(each, { kind: "cancel", ticket: 1 })),
      ...there.slice(2, 6).map((each) => house.change(each, all)),
      ...here.slice(4).map((each) => house.promote(each)),
      ...here.slice(2, 5).map((each) => move(house, each, back)),
      house.setCapacity(7),
    ]);
    await house.assertLawful();
  });

  test("the command line and the operator API print the booking where it is then", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 1 }), later(1)]);
    const { booking } = await house.book("ann");
    const words = ["move", booking.id, "--slot", formatInstant(laterStart), "--json"];
    const moved = await runCommandHere(house.service.databaseUrl, words);
    assert.equal(moved.status, 0, moved.err);
    assert.equal(moved.json.slot_starting_at, formatInstant(laterStart));
    assert.equal(moved.json.history.at(-1).event, "moved");
    const desk = await openDesk(house.service);
    const path = `${acmePath}/bookings/${booking.id}/move`;
    const back = await desk.ask("POST", path, { slot_starting_at: formatInstant(slotStart) });
    assert.equal(back.status, 200);
    assert.equal(back.json.slot_starting_at, formatInstant(slotStart));
    const nowhere = await desk.ask("POST", path, { slot_starting_at: "2031-01-01T00:00:00Z" });
    assert.equal(nowhere.status, 404);
  });
});
