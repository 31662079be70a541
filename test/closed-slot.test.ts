import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { describe, test } from "node:test";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import type { AnyRefusal } from "../src/operations/machinery/problems.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { operate } from "./harness/operate.ts";
import { acmePath, openDesk } from "./harness/operator-api.ts";
import { importDataFile } from "../src/usecases/operator/import-data-file.ts";
import { booking, productionHost } from "./harness/seed.ts";
import { acme, audit, startTestService } from "./harness/service.ts";

const slot = formatInstant(slotStart);
const later = formatInstant(slotStart + 3_600_000);
const place = { interaction: "pk_summer", activity: "tasting" };
const there = { ...place, slot_starting_at: slot, ticket_type: "open" };

/** An operation's answer, or the reason of its refusal. */
async function act(house: BookingHouse, name: string, values: object): Promise<any> {
  const answer = await operate(
    house.service.store,
    name,
    { ...acme, ...values },
    { audit: audit() },
  );
  return isRefused<AnyRefusal>(answer ?? {}) ? answer.refused.why : answer;
}

const close = (house: BookingHouse) => act(house, "closeSlot", { ...place, starting_at: slot });

async function exported({ service }: Pick<BookingHouse, "service">): Promise<string[]> {
  const { out } = await runCommandHere(service.databaseUrl, ["export", "acme/production"]);
  return out.split("\n").filter((line) => line.includes('"kind":"slot"'));
}

async function save(house: BookingHouse, line: object): Promise<any> {
  const { id } = (await house.service.store.accounts.find(acme)) ?? assert.fail();
  const file = [Buffer.from(`${JSON.stringify(line)}\n`)];
  return importDataFile(house.service.store.account(id), file, { audit: audit() });
}

describe("B220 a closed slot", () => {
  test("takes nobody, of any ticket type, whatever the order passes over, until it has seats", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 2 }),
      slotLine({ capacity: 9, starting_at: later }),
    ]);
    const held = randomUUID();
    assert.equal((await act(house, "makeHold", { ...there, hold: held })).state, "live");
    await house.book("ann");
    await close(house);
    for (const ticketTypeId of ["standard", "open"]) {
      for (const more of [{}, { late: true }, { overbook: true }, { overbook: true, late: true }]) {
        const why = await house.tryBook("bob", { ticketTypeId, ...more });
        assert.equal(why, "booking-closed", JSON.stringify({ ticketTypeId, ...more }));
      }
    }
    assert.equal(await act(house, "makeHold", { ...there, hold: randomUUID() }), "booking-closed");
    const withHold = { ...there, hold: held, external_id: "ann" };
    assert.equal(await act(house, "book", withHold), "booking-closed");
    const elsewhere = await house.book("cleo", {
      place: {
        publicKey: "pk_summer",
        activityId: "tasting",
        hostId: null,
        startingAt: Date.parse(later),
      },
    });
    const { id } = elsewhere.booking;
    for (const more of [{}, { late: true }, { ticket_type: "open" }]) {
      const moving = { booking: id, slot_starting_at: slot, ...more };
      assert.equal(await act(house, "moveBooking", moving), "booking-closed");
    }
    await house.assertLawful();
    assert.equal(await house.setCapacity(1), 0);
    assert.equal(await house.tryBook("bob", { ticketTypeId: "open" }), "CONFIRMED");
    assert.equal(await house.tryBook("bob"), "CONFIRMED");
    assert.equal(await house.setCapacity(0, true), 0);
    assert.equal(await house.tryBook("dan", { ticketTypeId: "open" }), "CONFIRMED");
    assert.equal(await house.tryBook("dan"), "WAITLIST", "a capacity of 0 alone closes nothing");
    await house.assertLawful();
  });

  test("is told where its slots are listed, and to whoever is refused", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 0 })]);
    const desk = await openDesk(house.service);
    const look = () => desk.ask("GET", `${acmePath}/slots`);
    const [open] = (await look()).json.items;
    assert.equal(open.closed, false);
    assert.equal(open.availability.open.bookable, true);
    await close(house);
    const [closed] = (await look()).json.items;
    assert.equal(closed.closed, true);
    for (const type of ["open", "standard"]) {
      const { bookable, why } = closed.availability[type];
      assert.deepEqual([bookable, why], [false, "booking-closed"]);
    }
    const refused = await desk.ask("POST", `${acmePath}/bookings`, {
      ...there,
      external_id: "ann",
    });
    assert.equal(refused.status, 409);
    assert.equal(refused.json.is_slot_closed, true);
    assert.match(
      refused.json.detail,
      /^The slot was closed at .*: choose another slot, or raise its/,
    );
    const run = (...words: string[]) => runCommandHere(house.service.databaseUrl, words);
    const listed = await run("slot", "list", "acme/production");
    assert.match(listed.out, /NOT BOOKABLE\n.* closed\n/);
    const { out } = await run("changes", "acme/production", "--from-start");
    const changes = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const found = changes.filter(({ change }) => change === "slot-closed");
    assert.equal(found.length, 1);
    assert.equal(found[0].slot.closed, true);
    // Closed again, nothing is new.
    await close(house);
    const again = await run("changes", "acme/production", "--from-start");
    assert.equal(again.out.split("slot-closed").length, out.split("slot-closed").length);
  });

  test("stays closed with another start, and is open where an open one takes its place", async () => {
    await using house = await openBookingHouse([
      slotLine({ capacity: 2 }),
      slotLine({ capacity: 3, starting_at: later }),
    ]);
    await close(house);
    const open = { ...place, starting_at: later, to_slot: slot };
    assert.equal((await act(house, "changeSlot", open)).slot.closed, false);
    assert.equal(await house.tryBook("ann"), "CONFIRMED");
    await close(house);
    const moved = await act(house, "changeSlot", { ...place, starting_at: slot, to_slot: later });
    assert.equal(moved.slot.closed, true);
    // What an import brings makes a slot one with bookings, into which nothing is joined.
    await save(house, slotLine({ capacity: 1 }));
    await house.book("bob");
    await save(house, booking("cleo", { slot_starting_at: later, ticket_type: "open" }));
    const joining = { ...place, starting_at: slot, to_slot: later, merge: true };
    assert.equal(await act(house, "changeSlot", joining), "booking-closed");
    await house.assertLawful();
  });

  test("is so in a data file, on closed slots alone, and a line closes and opens it", async () => {
    await using house = await openBookingHouse([slotLine({ capacity: 2 })]);
    const [before = ""] = await exported(house);
    assert.doesNotMatch(before, /closed/);
    await save(house, slotLine({ capacity: 0 }));
    const [empty = ""] = await exported(house);
    assert.equal(empty, before.replace('"capacity":2', '"capacity":0'));
    await close(house);
    const [closed = ""] = await exported(house);
    assert.equal(closed, empty.replace(/\}$/, ',"closed":true}'));
    const again = await save(house, JSON.parse(closed));
    assert.equal(again.unchanged.slot, 1);
    await save(house, slotLine({ capacity: 0 }));
    assert.equal(await house.tryBook("ann", { ticketTypeId: "open" }), "booking-closed");
    await save(house, slotLine({ capacity: 0, closed: null }));
    assert.deepEqual(await exported(house), [empty]);
    assert.equal(await house.tryBook("ann", { ticketTypeId: "open" }), "CONFIRMED");
    await save(house, JSON.parse(closed));
    assert.deepEqual(await exported(house), [closed]);
    assert.equal(await house.tryBook("bob", { ticketTypeId: "open" }), "booking-closed");
    await save(house, JSON.parse(before));
    assert.deepEqual(await exported(house), [before]);
    assert.equal(await house.tryBook("bob", { ticketTypeId: "open" }), "CONFIRMED");
    const both = await save(house, slotLine({ capacity: 1, closed: true }));
    assert.deepEqual(
      both.errors.map(({ field, expected }: any) => [field, expected]),
      [["capacity", "0: a closed slot has no seats"]],
    );
    await house.assertLawful();
  });

  test("takes the bookings that a file brings, so that an export fills an empty account alike", async () => {
    const data = [slotLine({ capacity: 0, closed: true })];
    await using house = await openBookingHouse(data);
    for (const [who, more] of [
      ["ann", { booking_status: "CANCELLED" }],
      ["bob", { ticket_type: "open" }],
      ["cleo", { booking_status: "WAITLIST" }],
    ] as const) {
      const saved = await save(house, booking(who, { slot_starting_at: slot, ...more }));
      assert.equal(saved.created.booking, 1, who);
    }
    const [found] = await house.door.findBookings({ statuses: ["WAITLIST"], limit: 1 });
    const waiting = found ?? assert.fail();
    assert.equal(await house.promote(waiting, true), "booking-closed");
    const explained = await act(house, "explainBooking", { booking: waiting.booking.id });
    assert.match(explained.waitlist.why, /the slot was closed at .*: nobody moves up unless/);
    await house.assertLawful();
    const whole = await runCommandHere(house.service.databaseUrl, ["export", "acme/production"]);
    const lines = whole.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    await using copy = await startTestService([
      { name: acme, hosts: [productionHost], data: lines },
    ]);
    const copied = await runCommandHere(copy.databaseUrl, ["export", "acme/production"]);
    assert.equal(copied.out, whole.out);
  });
});
