import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking, BookingId } from "../../src/domain/booking.ts";
import { refuseCancel } from "../../src/domain/cancel-rules.ts";
import { localisedText, type LanguageMap } from "../../src/domain/language.ts";
import { demoContacts, spareContact } from "./demo-data.ts";
import { bookingUuid } from "./diary.ts";
import {
  activityOf,
  bookingsOf,
  demos,
  holdsSeats,
  instant,
  liveTickets,
  seatsTaken,
  ticketTypeOf,
  type BookingLine,
  type Demo,
} from "../../test/harness/read-demo.ts";

/** What the bookings of each contact must show; they come in the order in which they are listed. */
const claims: Readonly<Record<string, (demo: Demo, bookings: readonly BookingLine[]) => void>> = {
  "CUST-1001": (demo, bookings) => {
    assert.equal(bookings.length, 5);
    assert.equal(bookings[0]?.booking, bookingUuid("CUST-1001", 1));
    assert.equal(new Set(bookings.map((booking) => booking["interaction"])).size, 2);
    for (const booking of bookings) {
      assert.equal(booking.booking_status, "CONFIRMED");
      assert.ok(instant(booking.slot_starting_at) > demo.now);
      assert.equal(refusalOf(demo, booking), null);
    }
  },
  "CUST-WAITLIST": (demo, bookings) => {
    const booking = only(bookings, "WAITLIST");
    assert.equal(refusalOf(demo, booking), null);
    const slot = demo.slotOf(booking);
    assert.equal(seatsTaken(demo).get(slot), slot.capacity);
    const waiting = demo.booking
      .filter((each) => each.booking_status === "WAITLIST" && demo.slotOf(each) === slot)
      .toSorted((one, other) => instant(one.booked_at) - instant(other.booked_at));
    assert.equal(waiting[0], booking);
    assert.equal(waiting.length, 4);
  },
  "CUST-UNLIMITED": (demo, bookings) => {
    const booking = only(bookings, "CONFIRMED");
    assert.equal(ticketTypeOf(demo, booking)["has_limited_capacity"], false);
    const [waiting] = bookingsOf(demo, "CUST-WAITLIST");
    assert.ok(waiting);
    assert.equal(demo.slotOf(booking), demo.slotOf(waiting));
  },
  "CUST-CHECKED-IN": (demo, bookings) => {
    assert.equal(bookings.length, 2);
    for (const booking of bookings) {
      assert.equal(booking.booking_status, "CONFIRMED");
      assert.equal(refusalOf(demo, booking), "attendee-checked-in");
    }
  },
  "CUST-CANCELLED": (demo, bookings) => {
    const booking = only(bookings, "CANCELLED");
    assert.ok(instant(booking.slot_starting_at) > demo.now);
    assert.equal(refusalOf(demo, booking), "ticket-already-cancelled");
  },
  "CUST-FAMILY": (demo, bookings) => {
    const sizes = bookings.map(({ tickets }) => tickets.length);
    const live = bookings.map((booking) => liveTickets(booking).length);
    assert.deepEqual([sizes, live].map(ascending), [
      [3, 4],
      [2, 4],
    ]);
    for (const booking of bookings) assert.equal(refusalOf(demo, booking), null);
  },
  "CUST-HOSTS": (demo, bookings) => {
    const activities = new Set(bookings.map((booking) => activityOf(demo, booking)));
    assert.equal(activities.size, 1);
    const lengths = bookings.map((booking) => hostOf(demo, booking)["slot_duration_in_minutes"]);
    assert.equal(lengths.length, 3);
    assert.deepEqual(new Set(lengths), new Set([30, 60, undefined]));
    const [activity] = activities;
    assert.equal(activity?.["slot_duration_in_minutes"], 45);
  },
  "CUST-NO-DURATION": (demo, bookings) => {
    const booking = only(bookings, "CONFIRMED");
    assert.ok(!Object.hasOwn(booking, "host"));
    assert.ok(!Object.hasOwn(activityOf(demo, booking), "slot_duration_in_minutes"));
  },
  "CUST-RAW-LANGUAGE": (demo, bookings) => {
    const title = activityOf(demo, only(bookings, "CONFIRMED"))["title"] as LanguageMap;
    assert.deepEqual(Object.keys(title), ["it"]);
    for (const language of ["fr", "en"]) {
      assert.equal(localisedText(title, language, "fr"), JSON.stringify(title));
    }
  },
  "CUST-MANY": (demo, bookings) => {
    assert.equal(bookings.length, 130);
    const upcoming = bookings.filter((booking) => instant(booking.slot_starting_at) > demo.now);
    assert.ok(upcoming.length > 80 && upcoming.length < 120);
  },
  "CUST-NOBODY": (_, bookings) => assert.deepEqual(bookings, []),
};

for (const { externalId, shows } of demoContacts) {
  test(`${externalId}: ${shows}`, () => {
    const claim = claims[externalId];
    assert.ok(claim, "no test says what this contact must show");
    for (const demo of demos) claim(demo, bookingsOf(demo, externalId));
  });
}

test("there are bookings to spare, which the traffic of a running demo cancels", () => {
  for (const demo of demos) {
    const spare = bookingsOf(demo, spareContact);
    assert.equal(spare.length, 40);
    for (const booking of spare) {
      assert.ok(instant(booking.slot_starting_at) > demo.now);
      assert.equal(refusalOf(demo, booking), null);
    }
  }
});

test("each contact of the table is described once, in a short sentence", () => {
  const ids = demoContacts.map((contact) => contact.externalId);
  assert.deepEqual(ids.toSorted(), Object.keys(claims).toSorted());
  for (const { shows } of demoContacts) assert.match(shows, /^.{10,95}\.$/);
});

test("only contacts of the table have an id in words, and none of the others shows a breach", () => {
  for (const demo of demos) {
    for (const booking of demo.booking) {
      const told = demoContacts.some((contact) => contact.externalId === booking.external_id);
      assert.ok(told || /^CUST-1[01]\d\d$/.test(booking.external_id));
      const seatless = holdsSeats(demo, booking) && liveTickets(booking).length === 0;
      assert.ok(!seatless);
    }
  }
});

/** Why the service would refuse to cancel a booking; null when it would not. */
function refusalOf(demo: Demo, line: BookingLine): string | null {
  const booking: Booking = {
    id: line.booking as BookingId,
    status: line.booking_status,
    bookedAt: instant(line.booked_at),
    slotStartingAt: instant(line.slot_starting_at),
    hasLimitedCapacity: ticketTypeOf(demo, line)["has_limited_capacity"] === true,
    cancellationCutoffMinutes: null,
    tickets: line.tickets.map(({ cancelled_at, attendee }, index) => ({
      number: index + 1,
      cancelledAt: cancelled_at === null ? null : instant(cancelled_at),
      checkedInAt: attendee.checked_in_at === null ? null : instant(attendee.checked_in_at),
    })),
  };
  return refuseCancel(booking, demo.now)?.why ?? null;
}

function ascending(numbers: readonly number[]): readonly number[] {
  return numbers.toSorted((one, other) => one - other);
}

function hostOf(demo: Demo, booking: BookingLine) {
  const host = demo.host.find((line) => line["id"] === booking["host"]);
  assert.ok(host);
  return host;
}

function only(bookings: readonly BookingLine[], status: string): BookingLine {
  const [booking, ...more] = bookings;
  assert.ok(booking && more.length === 0);
  assert.equal(booking.booking_status, status);
  return booking;
}
