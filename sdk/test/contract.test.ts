import assert from "node:assert/strict";
import { test } from "node:test";
import { BookingRecord } from "../../contract/booking-record.ts";
import type { Booking } from "../src/index.ts";

// The compiler checks these: each type is assignable to the other, so neither has a field that the other
// lacks or requires where the other does not.
const asBooking = (record: BookingRecord): Booking => record;
const asRecord = (booking: Booking): BookingRecord => booking;
const fields = {
  activity: true,
  interaction: true,
  group: true,
  slot_starting_at: true,
  slot_duration_in_minutes: true,
  booking_status: true,
  booked_at: true,
  ticket_type: true,
  host: true,
  booking: true,
} as const satisfies Record<keyof Booking, true> & Record<keyof BookingRecord, true>;

test("R21 to R34 the library's Booking is the contract's record, field by field", () => {
  assert.deepEqual(new Set(Object.keys(BookingRecord.properties)), new Set(Object.keys(fields)));
  assert.equal(asBooking.length + asRecord.length, 2);
});
