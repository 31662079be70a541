import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { BookingId } from "../../src/domain/booking.ts";
import { formatDataLine } from "../../src/domain/data-file/data-line-text.ts";
import { formatInstant } from "../../src/domain/instant.ts";
import { importDataFile } from "../../src/usecases/operator/import-data-file.ts";
import { slotLine, type BookingHouse } from "../harness/booking-house.ts";
import { day, hour, minute, openOfferDesk, start, until } from "../harness/offer-desk.ts";

describe("an offered booking", () => {
  test("an erasure that keeps the booking ends its offer, and the next in line is offered", async () => {
    await using desk = await openOfferDesk(1);
    const holder = await desk.book(day, "a");
    const first = await desk.book(day + 1, "b");
    const second = await desk.book(day + 2, "c");
    await desk.cancel(day + hour, holder);
    await desk.act(day + hour + 1, "eraseExternalId", { external_id: "b", upcoming: "keep" });
    assert.equal(await desk.look(first), "WAITLIST");
    assert.equal(await desk.look(second), until(day + 2 * hour + 1));
    assert.deepEqual(await desk.history(first), [
      "booked",
      "offered",
      "offer-ended",
      "contact-erased",
    ]);
    const { history } = await desk.act(day, "showBooking", { booking: first });
    const by = Object.fromEntries(
      history.map(({ event, actor }: { event: string; actor: string }) => [event, actor]),
    );
    assert.equal(by["offer-ended"], by["contact-erased"]);
    await desk.assertLawful();
  });

  const cancelled = { cancelled_at: formatInstant(day + hour) };
  const at = day + hour + minute;
  const offered = until(at + hour);
  const later = { booked_at: formatInstant(at) };
  const imports = [
    {
      name: "moves it",
      fields: { ...later, slot_starting_at: formatInstant(start + hour) },
      first: "WAITLIST",
      nextInLine: offered,
      taken: 2,
    },
    {
      name: "gives it another ticket type",
      fields: { ...later, ticket_type: "open" },
      first: "WAITLIST",
      nextInLine: offered,
      taken: 2,
    },
    {
      name: "cancels it",
      fields: { ...later, booking_status: "CANCELLED", tickets: [cancelled, cancelled] },
      first: "CANCELLED",
      nextInLine: offered,
      taken: 2,
    },
    {
      name: "confirms it",
      fields: { ...later, booking_status: "CONFIRMED" },
      first: "CONFIRMED",
      nextInLine: "WAITLIST",
      taken: 2,
    },
    {
      name: "cancels a ticket of it",
      fields: { tickets: [cancelled, {}] },
      first: offered,
      nextInLine: "WAITLIST",
      taken: 1,
    },
  ];
  for (const { name, fields, ...expected } of imports) {
    test(`an import that ${name} ends the offer of a booking`, async () => {
      const laterSlot = slotLine({ capacity: 0, starting_at: formatInstant(start + hour) });
      await using desk = await openOfferDesk(2, [laterSlot]);
      const holder = await desk.book(day, "a", { tickets: 2 });
      const first = await desk.book(day + 1, "b", { tickets: 2 });
      const second = await desk.book(day + 2, "c", { tickets: 2 });
      await desk.cancel(day + hour, holder);
      await importAt(desk.house, at, first, fields);
      assert.equal(await desk.look(first), expected.first);
      assert.equal(await desk.look(second), expected.nextInLine);
      assert.equal((await desk.house.seats()).taken, expected.taken);
      await desk.assertLawful();
      // The first offer has ended: its time ends nothing any more.
      await desk.capacity(day + 2 * hour, 2);
      assert.notEqual((await desk.history(first)).at(-1), "offer-ended");
      await desk.assertLawful();
    });
  }

  test("an import that says nothing new of an offered booking leaves its offer", async () => {
    await using desk = await openOfferDesk(1);
    const holder = await desk.book(day, "a");
    const first = await desk.book(day + 1, "b");
    await desk.cancel(day + hour, holder);
    await importAt(desk.house, day + hour + 1, first, { external_id: "z" });
    assert.equal(await desk.look(first), until(day + 2 * hour));
    assert.equal(await desk.accept(day + hour + 2, first), "CONFIRMED");
    await desk.assertLawful();
  });
});

/** Imports a booking as it is, but for some fields. */
async function importAt(
  { door }: BookingHouse,
  now: number,
  id: BookingId,
  fields: object,
): Promise<void> {
  const [found] = await door.findBookings({ id, limit: 1 });
  assert.ok(found);
  const line = { ...formatDataLine(found.line), ...fields };
  const order = {
    audit: { actor: "test", now },
    update: true,
    overwrite: true,
    monotonicMs: () => 0,
  };
  const answer = await importDataFile(door, [Buffer.from(JSON.stringify(line))], order);
  assert.ok(!("errors" in answer), JSON.stringify(answer));
}
