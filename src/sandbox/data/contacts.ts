import { nextClockChanges } from "./clock-changes.ts";
import type { BookingSketch } from "./sketch.ts";

/** A contact who shows one thing: what people are told, and beside it the bookings that make it true. */
export interface SandboxContact {
  /** Part of its bookings' ids: never changed, never given to another. */
  readonly number: number;
  readonly externalId: string;
  readonly shows: string;
  /** `base` is a full hour, not later than now and less than an hour ago; milliseconds UTC. */
  readonly bookings: (base: number) => readonly BookingSketch[];
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const manyBookings = 250;

const tasting = { interaction: "pk_paris", activity: "tasting" } as const;
const consultation = { interaction: "pk_paris", activity: "consultation" } as const;
const gardenWalk = { interaction: "pk_paris", activity: "garden-walk" } as const;
const longEvening = { interaction: "pk_paris", activity: "long-evening" } as const;
const aperitivo = { interaction: "pk_paris", activity: "aperitivo" } as const;
const atelier = { interaction: "pk_paris", activity: "atelier" } as const;
const markup = { interaction: "pk_paris", activity: "markup" } as const;
const tastingInNewYork = { interaction: "pk_new_york", activity: "tasting" } as const;
const tea = { interaction: "pk_kathmandu", activity: "tea" } as const;
const talk = { interaction: "pk_cut_off", activity: "talk" } as const;

/** The slot that is full; nobody else's scene may book it. */
export const fullSlot = { ...tasting, daysAhead: 3, capacity: 2 } as const;
const startOfFullSlot = (base: number) => base + fullSlot.daysAhead * dayMs;

export const sandboxContacts: readonly SandboxContact[] = [
  {
    number: 1,
    externalId: "upcoming",
    shows: "three upcoming CONFIRMED bookings in three campaigns; each can be cancelled",
    bookings: (base) => [
      { ...tasting, startingAt: base + 1 * dayMs, bookedAt: base - 20 * dayMs },
      { ...tastingInNewYork, startingAt: base + 2 * dayMs, bookedAt: base - 15 * dayMs },
      { ...tea, startingAt: base + 5 * dayMs + 15 * minuteMs, bookedAt: base - 10 * dayMs },
    ],
  },
  {
    number: 2,
    externalId: "waitlist",
    shows: "WAITLIST, first in line for a full slot; can be cancelled",
    bookings: (base) => [
      {
        ...tasting,
        startingAt: startOfFullSlot(base),
        status: "WAITLIST",
        bookedAt: base - 4 * dayMs,
      },
    ],
  },
  {
    number: 3,
    externalId: "waitlist-second",
    shows: "WAITLIST of the same slot, second in line",
    bookings: (base) => [
      {
        ...tasting,
        startingAt: startOfFullSlot(base),
        status: "WAITLIST",
        bookedAt: base - 3 * dayMs,
      },
    ],
  },
  {
    number: 4,
    externalId: "full-slot",
    shows: "CONFIRMED with two tickets, which fill that slot; a cancel frees both seats",
    bookings: (base) => [
      {
        ...tasting,
        startingAt: startOfFullSlot(base),
        bookedAt: base - 9 * dayMs,
        tickets: [{ name: "Ada Marchand" }, { name: "Jonas Weil" }],
      },
    ],
  },
  {
    number: 5,
    externalId: "cancelled",
    shows: "CANCELLED; cancelling again is refused with 400",
    bookings: (base) => [
      {
        ...tasting,
        startingAt: base + 4 * dayMs,
        status: "CANCELLED",
        bookedAt: base - 26 * hourMs,
      },
    ],
  },
  {
    number: 6,
    externalId: "checked-in",
    shows: "the attendee has checked in: still CONFIRMED, a cancel is refused with 400",
    bookings: (base) => [
      {
        ...tasting,
        startingAt: base,
        bookedAt: base - 6 * dayMs,
        tickets: [{ name: "Nour Haddad", checkedInAt: base - 5 * minuteMs }],
      },
    ],
  },
  {
    number: 7,
    externalId: "ticket-cancelled",
    shows: "the ticket was cancelled elsewhere: still CONFIRMED, a cancel is refused with 400",
    bookings: (base) => [
      {
        ...tasting,
        startingAt: base + 6 * dayMs,
        bookedAt: base - 8 * dayMs,
        tickets: [{ name: "Odile Varenne", cancelledAt: base - 2 * dayMs }],
      },
    ],
  },
  {
    number: 8,
    externalId: "several-tickets",
    shows: "bookings of 4 tickets; of 3, one cancelled; of 2, one checked in (a cancel is a 400)",
    bookings: (base) => {
      const names = ["Rose Lemoine", "Elias Lemoine", "Margot Lemoine", "Tom Lemoine"];
      const tickets = names.map((name) => ({ name }));
      return [
        { ...gardenWalk, startingAt: base + 2 * dayMs, bookedAt: base - 8 * dayMs, tickets },
        {
          ...gardenWalk,
          startingAt: base + 9 * dayMs,
          bookedAt: base - 7 * dayMs,
          tickets: [
            { name: "Rose Lemoine" },
            { name: "Elias Lemoine" },
            { name: "Tom Lemoine", cancelledAt: base - dayMs },
          ],
        },
        {
          ...gardenWalk,
          startingAt: base,
          bookedAt: base - 7 * dayMs,
          tickets: [
            { name: "Rose Lemoine", checkedInAt: base - 3 * minuteMs },
            { name: "Margot Lemoine" },
          ],
        },
      ];
    },
  },
  {
    number: 9,
    externalId: "past",
    shows: "slots of yesterday and of a year ago, CONFIRMED; a cancel is still allowed",
    bookings: (base) => [
      { ...tasting, startingAt: base - 365 * dayMs, bookedAt: base - 380 * dayMs },
      { ...tasting, startingAt: base - dayMs, bookedAt: base - 5 * dayMs },
    ],
  },
  {
    number: 10,
    externalId: "running",
    shows: "a slot that has begun and is not over; a cancel is still allowed",
    bookings: (base) => [{ ...longEvening, startingAt: base - hourMs, bookedAt: base - 3 * dayMs }],
  },
  {
    number: 11,
    externalId: "many",
    shows: `${manyBookings} bookings over a year: three pages at the default page size`,
    bookings: (base) =>
      Array.from({ length: manyBookings }, (_, index) => {
        const place = index % 3 === 0 ? tastingInNewYork : tasting;
        // Every day and a half, from half a year ago on; every tenth is cancelled.
        const startingAt = base + (index - manyBookings / 2) * 36 * hourMs + 20 * minuteMs;
        const bookedAt = Math.min(startingAt, base) - (index + 1) * hourMs;
        return {
          ...place,
          startingAt,
          bookedAt,
          status: index % 10 === 7 ? "CANCELLED" : "CONFIRMED",
        };
      }),
  },
  {
    number: 12,
    externalId: "mixed",
    shows: "CONFIRMED, WAITLIST and CANCELLED in one list, past and upcoming",
    bookings: (base) => [
      { ...tasting, startingAt: base - 2 * dayMs, bookedAt: base - 9 * dayMs },
      {
        ...tasting,
        startingAt: startOfFullSlot(base),
        status: "WAITLIST",
        bookedAt: base - 2 * dayMs,
      },
      {
        ...tastingInNewYork,
        startingAt: base + 7 * dayMs,
        status: "CANCELLED",
        bookedAt: base - 3 * hourMs,
      },
      { ...tastingInNewYork, startingAt: base + 8 * dayMs, bookedAt: base - 30 * hourMs },
    ],
  },
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
      ["station-1", "camille", "archives"].map((host, index) => ({
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
];
