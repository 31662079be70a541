import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookingId } from "../src/domain/booking.ts";
import { formatInstant } from "../src/domain/instant.ts";
import { isRefused } from "../src/domain/refusal.ts";
import { openBookingHouse, slotLine, type BookingHouse } from "./harness/booking-house.ts";
import { bookSlot, changeBooking, moveBooking, promoteBooking } from "./harness/desk-acts.ts";
import { operate } from "./harness/operate.ts";
import { acme } from "./harness/service.ts";

const minute = 60_000;
const hour = 60 * minute;
/** Future, so that no law judges the test's own clock. */
const start = Date.UTC(2031, 9, 26, 10);
const place = { interaction: "pk_summer", activity: "tasting" };
const type = (id: string, fields: object = {}) => ({
  kind: "ticket_type",
  ...place,
  id,
  display_name: id,
  has_limited_capacity: true,
  ...fields,
});
const slotAt = (startingAt: number, capacity = 9) =>
  slotLine({ capacity, starting_at: formatInstant(startingAt) });
const named = (startingAt: number) => ({
  publicKey: "pk_summer",
  activityId: "tasting",
  hostId: null,
  startingAt,
});

/** What a desk does at a moment of its choice: the booking's id and status, or the refusal. */
function deskOf({ service: { store } }: BookingHouse) {
  const at = (now: number) => ({ actor: "test", now });
  const outcome = (answer: object) =>
    isRefused<{ why: string }>(answer)
      ? { id: "" as BookingId, status: answer.refused.why }
      : (answer as { details: { booking: { id: BookingId; status: string } } }).details.booking;
  let guests = 0;
  return {
    async book(now: number, startingAt: number, ticketTypeId = "standard") {
      guests += 1;
      const request = { place: named(startingAt), ticketTypeId, tickets: 1 };
      const who = { ...request, externalId: `guest-${guests}` };
      return outcome(await bookSlot(store, at(now), acme, who));
    },
    async move(now: number, bookingId: BookingId, startingAt: number, ticketTypeId = "standard") {
      const order = { bookingId, account: acme, startingAt, ticketTypeId };
      return outcome(await moveBooking(store, at(now), order)).status;
    },
    async promote(now: number, bookingId: BookingId) {
      const order = { bookingId, account: acme, overtake: false };
      return outcome(await promoteBooking(store, at(now), order)).status;
    },
    async cancel(now: number, id: BookingId) {
      const all = { kind: "cancel", ticket: null } as const;
      return outcome(await changeBooking(store, at(now), id, acme, all)).status;
    },
    async status(id: BookingId) {
      const booking = await operate(
        store,
        "showBooking",
        { ...acme, booking: id },
        { audit: at(0) },
      );
      return booking.booking_status as string;
    },
  };
}

/** Each bound: the first moment at which the answer is another one. */
const bounds: readonly (readonly [
  what: string,
  type: string,
  at: number,
  before: string,
  from: string,
])[] = [
  ["the start", "standard", start, "CONFIRMED", "slot-has-begun"],
  ["a cut-off", "early", start - hour, "CONFIRMED", "booking-closed"],
  ["a cut-off after the start", "walk-in", start + hour, "CONFIRMED", "slot-has-begun"],
  ["the end of a window", "window", start - 3 * hour, "CONFIRMED", "booking-closed"],
  ["the beginning of a window", "window", start - 5 * hour, "booking-not-open", "CONFIRMED"],
];
const types = [
  type("early", { booking_cutoff_minutes: 60 }),
  type("walk-in", { booking_cutoff_minutes: -60 }),
  type("window", {
    bookable_from: formatInstant(start - 5 * hour),
    bookable_until: formatInstant(start - 3 * hour),
  }),
];

describe("A101 to the millisecond", () => {
  for (const [what, ticketType, at, before, from] of bounds) {
    test(`a booking and a move at ${what}`, async () => {
      await using house = await openBookingHouse([
        ...types,
        slotAt(start),
        slotAt(start + 24 * hour),
      ]);
      const desk = deskOf(house);
      const outcomes = [];
      for (const now of [at - 1, at, at + 1]) {
        const booked = (await desk.book(now, start, ticketType)).status;
        const other = await desk.book(start - 24 * hour, start + 24 * hour);
        outcomes.push([booked, await desk.move(now, other.id, start, ticketType)]);
      }
      assert.deepEqual(
        outcomes,
        [before, from, from].map((each) => [each, each]),
      );
    });
  }

  test("a waitlist moves up by itself before the cut-off, and by hand before the start", async () => {
    const outcomes = [];
    for (const now of [start - hour - 1, start - hour, start - hour + 1]) {
      await using house = await openBookingHouse([...types, slotAt(start, 1)], "automatic");
      const desk = deskOf(house);
      const holder = await desk.book(start - 24 * hour, start, "early");
      const waiting = await desk.book(start - 23 * hour, start, "early");
      await desk.cancel(now, holder.id);
      outcomes.push(await desk.status(waiting.id));
    }
    assert.deepEqual(outcomes, ["CONFIRMED", "WAITLIST", "WAITLIST"]);
    const byHand = [];
    for (const now of [start - 1, start, start + 1]) {
      await using house = await openBookingHouse([...types, slotAt(start, 1)]);
      const desk = deskOf(house);
      const holder = await desk.book(start - 24 * hour, start, "early");
      const waiting = await desk.book(start - 23 * hour, start, "early");
      await desk.cancel(start - hour, holder.id);
      byHand.push(await desk.promote(now, waiting.id));
    }
    assert.deepEqual(byHand, ["CONFIRMED", "slot-has-begun", "slot-has-begun"]);
  });

  test("of the hour that a clock change doubles, each slot has its own start", async () => {
    // Paris sets its clocks back at 01:00 UTC: 02:30 is shown at 00:30 UTC and at 01:30 UTC.
    const [first, second] = [Date.UTC(2031, 9, 26, 0, 30), Date.UTC(2031, 9, 26, 1, 30)];
    await using house = await openBookingHouse([
      type("early", { booking_cutoff_minutes: 60 }),
      slotAt(first),
      slotAt(second),
    ]);
    const desk = deskOf(house);
    const between = second - 30 * minute;
    assert.equal((await desk.book(between, first)).status, "slot-has-begun");
    assert.equal((await desk.book(between, second)).status, "CONFIRMED");
    assert.equal((await desk.book(first - 1, second, "early")).status, "CONFIRMED");
    assert.equal((await desk.book(first, second, "early")).status, "booking-closed");
    const { items } = await operate(
      house.service.store,
      "listSlots",
      { ...acme },
      { audit: { actor: "test", now: between } },
    );
    assert.deepEqual(
      items.map((slot: any) => [slot.starting_at, slot.availability.standard.bookable]),
      [
        [formatInstant(first), false],
        [formatInstant(second), true],
      ],
    );
  });

  test("a service that slept past the start gives no seat that was freed before", async () => {
    await using house = await openBookingHouse([slotAt(start, 1)]);
    const desk = deskOf(house);
    const holder = await desk.book(start - 24 * hour, start);
    const waiting = await desk.book(start - 23 * hour, start);
    await desk.cancel(start - hour, holder.id);
    const command = (now: number) =>
      operate(
        house.service.store,
        "promoteWaitlist",
        { ...acme },
        { audit: { actor: "test", now } },
      );
    assert.deepEqual(await command(start), { promoted: [], left: 1, dry_run: false });
    assert.deepEqual(await command(start - 1), { promoted: [waiting.id], left: 0, dry_run: false });
  });
});
