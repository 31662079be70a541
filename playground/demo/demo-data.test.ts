import assert from "node:assert/strict";
import { test } from "node:test";
import { demoDataFile } from "./demo-data.ts";
import { bookingUuid } from "./diary.ts";
import {
  bookingsOf,
  demos,
  holdsSeats,
  instant,
  liveTickets,
  readDemo,
  seatsTaken,
} from "../../test/harness/read-demo.ts";

const dayMs = 86_400_000;

test("the same moment gives the same lines, and another day others", () => {
  const now = instant("2026-06-10T09:30:00Z");
  assert.equal(file(now), file(now));
  assert.notEqual(file(now), file(now + dayMs));
});

test("the campaigns and the booking to cancel have the same ids on every day", () => {
  const ids = demos.map((demo) =>
    [
      ...demo.interaction.map((line) => line["id"]),
      bookingsOf(demo, "CUST-1001")[0]?.booking,
    ].join(),
  );
  assert.equal(new Set(ids).size, 1);
  assert.ok(ids[0]?.endsWith(bookingUuid("CUST-1001", 1)));
});

test("slots reach from 10 days ago to 40 days ahead", () => {
  for (const { now, slot } of demos) {
    const days = slot.map((line) => (instant(line.starting_at) - now) / dayMs);
    const [first, last] = [Math.min(...days), Math.max(...days)];
    assert.ok(first >= -10 && first < -8.5 && last <= 40 && last > 38.5, `${first} to ${last}`);
  }
});

test("slots start at sensible hours of the place, also after the clocks have changed", () => {
  for (const { interaction, slot } of demos) {
    const clocks = new Map(
      interaction.map(({ public_key, timezone }) => [
        public_key,
        new Intl.DateTimeFormat("en-GB", { timeZone: String(timezone), timeStyle: "short" }),
      ]),
    );
    for (const line of slot.filter((each) => each["activity"] !== "open-house")) {
      const hour = clocks.get(line["interaction"])?.format(instant(line.starting_at));
      assert.match(hour ?? "", /^(09|1[0-8]):(00|15|30)$/);
    }
    const starts = slot.filter((line) => line["activity"] === "candle-evening");
    assert.ok(starts.every((line) => ["22:00", "23:00"].includes(line.starting_at.slice(11, 16))));
  }
});

test("there are several hundred bookings, of some 120 contacts", () => {
  for (const { booking } of demos) {
    assert.ok(booking.length > 600 && booking.length < 1_500, `${booking.length} bookings`);
    const contacts = new Set(booking.map((line) => line.external_id)).size;
    assert.ok(contacts > 110 && contacts <= 130, `${contacts} contacts`);
  }
});

test("no status, cancelled ticket or check-in is later than now", () => {
  for (const { now, booking } of demos) {
    for (const { booked_at, slot_starting_at, tickets } of booking) {
      const times = tickets.flatMap(({ cancelled_at, attendee }) => [
        cancelled_at,
        attendee.checked_in_at,
      ]);
      const said = [booked_at, ...times.filter((time) => time !== null)];
      assert.ok(said.every((time) => instant(time) <= now));
      assert.ok(instant(booked_at) < instant(slot_starting_at));
    }
  }
});

test("no slot is above its capacity, some are full, and most have seats left", () => {
  for (const demo of demos) {
    const taken = [...seatsTaken(demo)];
    assert.ok(taken.every(([slot, seats]) => seats <= slot.capacity));
    const full = taken.filter(([slot, seats]) => seats === slot.capacity);
    assert.ok(full.length > 10 && full.length < demo.slot.length / 3, `${full.length} are full`);
  }
});

test("a cancelled booking ended with its tickets, and no ticket ends before it was booked", () => {
  for (const { booking } of demos) {
    for (const { booked_at, booking_status, tickets } of booking) {
      const ends = tickets.map((ticket) => ticket.cancelled_at);
      if (booking_status === "CANCELLED") assert.ok(ends.every((end) => end === booked_at));
      else assert.ok(ends.every((end) => end === null || instant(end) > instant(booked_at)));
    }
  }
});

test("people wait for one slot, which is ahead and full, and nobody was overtaken", () => {
  for (const demo of demos) {
    const waiting = demo.booking.filter((line) => line.booking_status === "WAITLIST");
    const [slot, ...others] = new Set(waiting.map((line) => demo.slotOf(line)));
    assert.ok(slot !== undefined && others.length === 0);
    assert.ok(instant(slot.starting_at) > demo.now);
    assert.equal(seatsTaken(demo).get(slot), slot.capacity);
    const seated = demo.booking
      .filter((line) => demo.slotOf(line) === slot && holdsSeats(demo, line))
      .map((line) => instant(line.booked_at));
    assert.ok(waiting.every((line) => instant(line.booked_at) > Math.max(...seated)));
  }
});

test("of the people whose slot has begun most have checked in, and of the others nobody", () => {
  for (const { now, booking } of demos) {
    const begun = (line: { slot_starting_at: string }) => instant(line.slot_starting_at) < now;
    const expected = booking.filter((line) => line.booking_status === "CONFIRMED" && begun(line));
    const tickets = expected.flatMap(liveTickets);
    const present = tickets.filter((ticket) => ticket.attendee.checked_in_at !== null);
    assert.ok(present.length > tickets.length / 2 && present.length < tickets.length);
    const all = booking.flatMap((line) => line.tickets);
    assert.equal(all.filter((each) => each.attendee.checked_in_at !== null).length, present.length);
  }
});

test("whatever the time, people have come in the last hours, and more are expected", () => {
  for (const demo of demos) {
    const visits = demo.booking.filter((line) => line["activity"] === "open-house");
    const arrivals = visits
      .flatMap(liveTickets)
      .flatMap(({ attendee }) => attendee.checked_in_at ?? [])
      .map(instant);
    assert.ok(arrivals.length >= 15, `${arrivals.length} arrivals`);
    assert.ok(arrivals.every((at) => at > demo.now - 4 * 3_600_000));
    const ahead = visits.filter((line) => instant(line.slot_starting_at) > demo.now);
    assert.ok(ahead.length >= 10, `${ahead.length} to come`);
  }
});

test("every ticket carries a first and a last name, and no party has one name twice", () => {
  for (const { booking } of demos) {
    for (const { tickets } of booking) {
      const names = tickets.map((ticket) => ticket.attendee.display_name);
      assert.ok(names.every((name) => /^\p{Lu}\p{Ll}+ [\p{Lu}'\p{Ll} ]*\p{Ll}$/u.test(name)));
      assert.equal(new Set(names).size, names.length);
    }
  }
});

test("every time of day gives a demo", () => {
  const start = instant("2026-02-20T00:00:00Z");
  for (let hours = 0; hours < 14 * 24; hours += 11) readDemo(start + hours * 3_600_000);
});

function file(now: number): string {
  return [...demoDataFile(now)].map((line) => JSON.stringify(line)).join("\n");
}
