import type { Booking } from "booking-service-client";
import { calendarFile } from "../calendar/calendar-file.ts";
import { english } from "../words/english.ts";

export const now = new Date("2030-04-01T10:11:12Z");

export function bookingAt(start: string, timezone: string, more: Partial<Booking> = {}): Booking {
  return {
    activity: { id: "x", title: "Tasting", location_hint: "Hall 2" },
    interaction: { public_key: "pk", timezone },
    group: { unique_key: "g", display_name: "Acme" },
    slot_starting_at: start,
    booking_status: "CONFIRMED",
    booked_at: now.toISOString(),
    ticket_type: { display_name: "Standard", has_limited_capacity: true },
    booking: "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11",
    ...more,
  };
}

export const fileOf = (bookings: readonly Booking[]) =>
  calendarFile(bookings, { language: "en", words: english, home: "http://page/bookings" });

/** Nights on which clocks change, zones whose rules changed in 2026, and zones by old or unknown names. */
export const nights: readonly (readonly [zone: string, night: string])[] = [
  ["Europe/Paris", "2030-03-31T01:00:00Z"],
  ["Europe/Paris", "2030-10-27T01:00:00Z"],
  ["Australia/Lord_Howe", "2030-10-05T15:30:00Z"],
  ["Africa/Casablanca", "2030-01-06T02:00:00Z"],
  ["Africa/El_Aaiun", "2030-01-06T02:00:00Z"],
  ["America/Vancouver", "2030-12-01T18:00:00Z"],
  ["America/Edmonton", "2030-12-01T18:00:00Z"],
  ["America/Yellowknife", "2030-12-01T18:00:00Z"],
  ["Asia/Calcutta", "2030-05-01T00:00:00Z"],
  ["UTC", "2030-05-01T00:00:00Z"],
  ["Mars/Base", "2030-05-01T00:00:00Z"],
];

/** Bookings every quarter of an hour around a night, with their starts and ends. */
export function bookingsAround(zone: string, night: string) {
  const starts = Array.from({ length: 25 }, (_, step) =>
    new Date(Date.parse(night) + (step - 12) * 15 * 60_000).toISOString(),
  );
  return {
    bookings: starts.map((start, number) =>
      bookingAt(start, zone, { slot_duration_in_minutes: 45, booking: `b${number}` }),
    ),
    times: starts.map((start) => [start, new Date(Date.parse(start) + 45 * 60_000).toISOString()]),
  };
}
