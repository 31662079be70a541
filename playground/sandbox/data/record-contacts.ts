import { nextClockChanges } from "./clock-changes.ts";
import type { SandboxContact } from "./contact.ts";
import {
  tasting,
  consultation,
  gardenWalk,
  patron,
  aperitivo,
  atelier,
  markup,
  tastingInNewYork,
  talk,
  startOfFullSlot,
} from "./campaigns.ts";
import { dayMs, hourMs, minuteMs } from "../../lines.ts";

/** Contacts whose bookings show a field of the record, a language, or an external id. */
export const recordContacts: readonly SandboxContact[] = [
  {
    number: 13,
    externalId: "raw-language-map",
    shows: "title and location hint exist in other languages only: raw language maps as text",
    bookings: (base) => [
      { ...aperitivo, startingAt: base + 2 * dayMs, bookedAt: base - 5 * dayMs },
    ],
  },
  {
    number: 14,
    externalId: "missing-translation",
    shows: "no English title: with language=en the French one comes; location_hint is empty",
    bookings: (base) => [{ ...atelier, startingAt: base + 2 * dayMs, bookedAt: base - 5 * dayMs }],
  },
  {
    number: 15,
    externalId: "no-duration",
    shows: "slot_duration_in_minutes is left out",
    bookings: (base) => [
      { ...gardenWalk, startingAt: base + 3 * dayMs, bookedAt: base - 4 * dayMs },
    ],
  },
  {
    number: 16,
    externalId: "hosts",
    shows: "a choice of hosts: slots of 20 and 60 minutes, and one without a length",
    bookings: (base) =>
      ["station-1", "idris", "archives"].map((host, index) => ({
        ...consultation,
        host,
        startingAt: base + (3 + index) * dayMs,
        bookedAt: base - 2 * dayMs,
      })),
  },
  {
    number: 17,
    externalId: "same-activity-id",
    shows: "two campaigns with the same activity id, at the same time: sorted by booking",
    bookings: (base) => [
      { ...tasting, startingAt: base + 10 * dayMs, bookedAt: base - 4 * dayMs },
      { ...tastingInNewYork, startingAt: base + 10 * dayMs, bookedAt: base - 3 * dayMs },
    ],
  },
  {
    number: 18,
    externalId: "clock-change",
    shows: "half an hour before and after the next clock changes in Paris and New York",
    bookings: (base) =>
      [
        { place: tasting, timeZone: "Europe/Paris" },
        { place: tastingInNewYork, timeZone: "America/New_York" },
      ].flatMap(({ place, timeZone }) =>
        nextClockChanges(timeZone, base + dayMs, 2).flatMap((change) =>
          [-30, 30].map((minutes) => ({
            ...place,
            startingAt: change + minutes * minuteMs,
            bookedAt: base - 2 * dayMs,
          })),
        ),
      ),
  },
  {
    number: 19,
    externalId: "markup",
    shows: "HTML, quotes and an emoji in title, location hint and ticket type: escape them",
    bookings: (base) => [{ ...markup, startingAt: base + 2 * dayMs, bookedAt: base - 5 * dayMs }],
  },
  {
    number: 20,
    externalId: "unlimited",
    shows: "a ticket type without limited capacity, on the full slot",
    bookings: (base) => [
      {
        ...tasting,
        startingAt: startOfFullSlot(base),
        bookedAt: base - 12 * hourMs,
        ticketType: "open",
      },
    ],
  },
  {
    number: 21,
    externalId: "fraction",
    shows: "booked_at with milliseconds: three digits after the second",
    bookings: (base) => [
      { ...tasting, startingAt: base + 2 * dayMs, bookedAt: base - 5 * dayMs + 123 },
    ],
  },
  {
    number: 22,
    externalId: "cut-off",
    shows: "cancelling ends two days before: one is refused with 400, one in a week if time moves",
    bookings: (base) => [
      { ...talk, startingAt: base + dayMs, bookedAt: base - 5 * dayMs },
      { ...talk, startingAt: base + 9 * dayMs, bookedAt: base - 5 * dayMs },
    ],
  },
  {
    number: 23,
    externalId: "O'Neill & Söhne + 1/2 = 100%",
    shows: "an external id that must be URL-encoded",
    bookings: (base) => [{ ...tasting, startingAt: base + dayMs, bookedAt: base - 5 * dayMs }],
  },
  {
    number: 24,
    externalId: `long-${"0123456789".repeat(51).slice(0, 507)}`,
    shows: "an external id of 512 characters, the longest there is",
    bookings: (base) => [{ ...tasting, startingAt: base + dayMs, bookedAt: base - 5 * dayMs }],
  },
  {
    number: 25,
    externalId: "nobody",
    shows: "no bookings: 200 with neither bookings nor total_count",
    bookings: () => [],
  },
  {
    number: 26,
    externalId: "type-full",
    shows:
      "CONFIRMED, and WAITLIST of the same slot: its seats are free, but not for more of this ticket type",
    bookings: (base) => {
      const place = { ...gardenWalk, ...patron, startingAt: base + 11 * dayMs };
      return [
        { ...place, bookedAt: base - 9 * dayMs },
        { ...place, status: "WAITLIST", bookedAt: base - 8 * dayMs },
      ];
    },
  },
];
