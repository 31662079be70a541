import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isRefused } from "../src/domain/refusal.ts";
import { formatInstant } from "../src/domain/instant.ts";
import {
  bookSlot,
  changeBooking,
  changeSlotCapacity,
  promoteBooking,
} from "./harness/desk-acts.ts";
import {
  openBookingHouse,
  slotLine,
  slotStart,
  type BookingHouse,
} from "./harness/booking-house.ts";
import { catalogue } from "./harness/seed.ts";
import { acme } from "./harness/service.ts";
import { WaitlistModel, type WaitlistStep } from "./harness/waitlist-model.ts";

const index = fc.nat({ max: 9 });
const steps: fc.Arbitrary<WaitlistStep[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant("book" as const),
        tickets: fc.integer({ min: 1, max: 3 }),
        limited: fc.integer({ min: 0, max: 5 }).map((dice) => dice > 0),
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel" as const), index }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant("cancel-ticket" as const),
        index,
        ticket: fc.integer({ min: 1, max: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("promote" as const),
        index,
        overtake: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("capacity" as const),
        capacity: fc.nat({ max: 6 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("switch" as const), automatic: fc.boolean() }),
    },
  ),
  { minLength: 8, maxLength: 20 },
);

test("A40 B60 a slot and its waitlist do what the written model does, step by step", async () => {
  await using house = await openBookingHouse([slotLine({ capacity: 0 })]);
  let run = 0;
  const property = fc.asyncProperty(steps, async (sequence) => {
    run += 1;
    const service = await openSlot(house, slotStart + run * 60_000);
    const model = new WaitlistModel(2);
    for (const step of sequence) {
      model.take(step);
      await service.take(step);
      assert.deepEqual(await service.statuses(), model.statuses(), JSON.stringify(step));
    }
  });
  await fc.assert(property, { numRuns: 20 });
  await house.assertLawful();
});

/** A slot of two seats on a campaign that promotes automatically, to take the same steps. */
async function openSlot(house: BookingHouse, startingAt: number) {
  const { store } = house.service;
  const switchTo = (promotion: "automatic" | "manual") => {
    const line = catalogue.find((each) => "public_key" in each && each.public_key === "pk_summer");
    return house.save({ ...line, waitlist_promotion: promotion });
  };
  await switchTo("automatic");
  await house.save(slotLine({ starting_at: formatInstant(startingAt), capacity: 2 }));
  const place = { publicKey: "pk_summer", activityId: "tasting", hostId: null, startingAt };
  const ids: string[] = [];
  let now = Date.now();

  async function take(step: WaitlistStep): Promise<void> {
    // Nobody enters at the moment of somebody else: the order would be that of random ids.
    now += 1_000;
    const audit = { actor: "model", now };
    if (step.kind === "switch") return switchTo(step.automatic ? "automatic" : "manual");
    if (step.kind === "capacity") {
      const order = { place, capacity: step.capacity, overbook: false };
      await changeSlotCapacity(store, audit, acme, order);
      return;
    }
    if (step.kind === "book") {
      const booked = await bookSlot(store, audit, acme, {
        place,
        ticketTypeId: step.limited ? "standard" : "open",
        externalId: `model-${startingAt}`,
        tickets: step.tickets,
      });
      if (isRefused(booked)) assert.fail();
      ids.push(booked.details.booking.id);
      return;
    }
    const bookingId = ids[step.index] as Parameters<typeof changeBooking>[2] | undefined;
    if (bookingId === undefined) return;
    if (step.kind === "promote") {
      await promoteBooking(store, audit, { bookingId, account: acme, overtake: step.overtake });
    } else {
      const ticket = step.kind === "cancel" ? null : step.ticket;
      await changeBooking(store, audit, bookingId, acme, { kind: "cancel", ticket });
    }
  }

  async function statuses(): Promise<string[]> {
    const found = await house.door.findBookings({ slotStartingAt: startingAt, limit: 100 });
    const byId = new Map<string, string>(found.map(({ booking: { id, status } }) => [id, status]));
    return ids.map((id) => byId.get(id) ?? "missing");
  }
  return { take, statuses };
}
