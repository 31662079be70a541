import assert from "node:assert/strict";
import { test } from "node:test";
import type { Booking } from "booking-service-client";
import { slotWords } from "./slot-words.ts";

function bookingAt(start: string, timezone: string, minutes?: number): Booking {
  return {
    activity: { id: "x", title: "", location_hint: "" },
    interaction: { public_key: "pk", timezone },
    group: { unique_key: "g", display_name: "" },
    slot_starting_at: start,
    ...(minutes !== undefined && { slot_duration_in_minutes: minutes }),
    booking_status: "CONFIRMED",
    booked_at: start,
    ticket_type: { display_name: "", has_limited_capacity: true },
    booking: "b",
  };
}

test("an hour that comes twice is distinguished by the zone's name", () => {
  const first = slotWords(bookingAt("2030-10-27T00:30:00Z", "Europe/Paris"), "en-GB");
  const second = slotWords(bookingAt("2030-10-27T01:30:00Z", "Europe/Paris"), "en-GB");
  assert.deepEqual([first.time, second.time], ["02:30", "02:30"]);
  assert.equal(first.zone, "Central European Summer Time, Europe/Paris");
  assert.equal(second.zone, "Central European Standard Time, Europe/Paris");
});

test("the day is the one at the place, far east and far west", () => {
  const start = "2030-05-01T11:30:00Z";
  assert.match(slotWords(bookingAt(start, "Pacific/Kiritimati"), "en-GB").date, /2 May 2030/);
  assert.match(slotWords(bookingAt(start, "Pacific/Pago_Pago"), "en-GB").time, /00:30/);
});

test("a slot that ends on the next day says so", () => {
  const { time } = slotWords(bookingAt("2030-05-01T21:00:00Z", "Europe/Paris", 120), "en-GB");
  assert.match(time, /01\/05\/2030, 23:00.*02\/05\/2030, 01:00/);
});

test("R26 a duration is shown in hours and minutes, and never made up", () => {
  const duration = (minutes?: number) =>
    slotWords(bookingAt("2030-05-01T08:00:00Z", "UTC", minutes), "en-GB").duration;
  assert.deepEqual([45, 60, 90, 120, undefined].map(duration), [
    "45 minutes",
    "1 hour",
    "1 hour 30 minutes",
    "2 hours",
    null,
  ]);
});

test("in a zone that this runtime does not know, times are in UTC and say so", () => {
  const { time, zone } = slotWords(bookingAt("2030-05-01T08:00:00Z", "Mars/Base"), "en-GB");
  assert.equal(time, "08:00");
  assert.match(zone, /Coordinated Universal Time, UTC/);
});
