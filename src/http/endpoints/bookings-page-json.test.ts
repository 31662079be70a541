import assert from "node:assert/strict";
import { test } from "node:test";
import { fastify } from "fastify";
import fc from "fast-check";
import { ContactBookingsResponse } from "../../../contract/contact-bookings.ts";
import { bookingStatuses } from "../../domain/booking.ts";
import { formatInstant } from "../../domain/instant.ts";
import { Memoized } from "../../domain/memoized.ts";
import type { BookingsPage, ListedBooking } from "../../usecases/list-bookings.ts";
import { bookingsPageJson } from "./fetch-contact-bookings.ts";

const text = fc.string({ unit: "binary" });
const minutes = fc.option(fc.integer({ min: 1, max: 1440 }));

function memoized<T extends object>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.record(fields).map((value) => new Memoized(value));
}

const booking: fc.Arbitrary<ListedBooking> = fc.record({
  id: fc.uuid(),
  slotStartingAt: fc.integer({ min: 0, max: 4e12 }),
  status: fc.constantFrom(...bookingStatuses),
  bookedAt: fc.integer({ min: 0, max: 4e12 }),
  activity: memoized({
    id: text,
    title: text,
    locationHint: text,
    interaction: fc.record({
      publicKey: text,
      timezone: text,
      languages: fc.constant(["en"]),
      defaultLanguage: fc.constant("en"),
      group: fc.record({ uniqueKey: text, displayName: text }),
    }),
  }),
  ticketType: memoized({ displayName: text, hasLimitedCapacity: fc.boolean() }),
  host: fc.option(memoized({ displayName: text, slotDurationInMinutes: minutes })),
  slotDurationInMinutes: minutes,
});

test("R43 A2 A50 a page is written byte for byte as the contract's schema has it written", async () => {
  await using server = fastify();
  let page: BookingsPage = { bookings: [], totalCount: 0 };
  server.get("/", { schema: { response: { 200: ContactBookingsResponse } } }, async () => ({
    ...(page.bookings.length > 0 && { bookings: page.bookings.map(toRecord) }),
    page_number: 2,
    page_size: 50,
    ...(page.totalCount > 0 && { total_count: page.totalCount }),
  }));
  const bookings = fc.array(booking, { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(bookings, fc.nat(), async (some, totalCount) => {
      page = { bookings: some, totalCount };
      const expected = (await server.inject("/")).body;
      // Twice: what is remembered is the same as what was made.
      for (const time of ["first", "second"]) {
        assert.equal(bookingsPageJson(page, { pageNumber: 2, pageSize: 50 }), expected, time);
      }
    }),
  );
});

function toRecord(listed: ListedBooking) {
  const { host, slotDurationInMinutes } = listed;
  const [activity, ticketType] = [listed.activity.value, listed.ticketType.value];
  const { interaction } = activity;
  const { group } = interaction;
  return {
    activity: { id: activity.id, title: activity.title, location_hint: activity.locationHint },
    interaction: { public_key: interaction.publicKey, timezone: interaction.timezone },
    group: { unique_key: group.uniqueKey, display_name: group.displayName },
    slot_starting_at: formatInstant(listed.slotStartingAt),
    ...(slotDurationInMinutes !== null && { slot_duration_in_minutes: slotDurationInMinutes }),
    booking_status: listed.status,
    booked_at: formatInstant(listed.bookedAt),
    ticket_type: {
      display_name: ticketType.displayName,
      has_limited_capacity: ticketType.hasLimitedCapacity,
    },
    ...(host !== null && { host: { display_name: host.value.displayName } }),
    booking: listed.id,
  };
}
