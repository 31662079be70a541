import { people, dayMs, hourMs, minuteMs } from "../../lines.ts";
import type { SandboxContact } from "./contact.ts";
import {
  tasting,
  gardenWalk,
  longEvening,
  tastingInNewYork,
  tea,
  startOfFullSlot,
} from "./campaigns.ts";

const manyBookings = 250;

/** Contacts whose bookings show a status, a state of their tickets, a time, or several pages. */
export const stateContacts: readonly SandboxContact[] = [
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
        tickets: [{ name: people.regular }, { name: people.walker }],
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
        tickets: [{ name: people.arrived, checkedInAt: base - 5 * minuteMs }],
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
        tickets: [{ name: people.traveller, cancelledAt: base - 2 * dayMs }],
      },
    ],
  },
  {
    number: 8,
    externalId: "several-tickets",
    shows:
      "bookings of 4 tickets; of 3, one cancelled; of 2, one checked in (a cancel is a 400); of 2, that one cancelled",
    bookings: (base) => {
      const [rose, elias, margot, tom] = people.family;
      const tickets = people.family.map((name) => ({ name }));
      return [
        { ...gardenWalk, startingAt: base + 2 * dayMs, bookedAt: base - 8 * dayMs, tickets },
        {
          ...gardenWalk,
          startingAt: base + 9 * dayMs,
          bookedAt: base - 7 * dayMs,
          tickets: [{ name: rose }, { name: elias }, { name: tom, cancelledAt: base - dayMs }],
        },
        {
          ...gardenWalk,
          startingAt: base,
          bookedAt: base - 7 * dayMs,
          tickets: [{ name: rose, checkedInAt: base - 3 * minuteMs }, { name: margot }],
        },
        {
          ...gardenWalk,
          startingAt: base,
          bookedAt: base - 7 * dayMs,
          tickets: [
            { name: elias, checkedInAt: base - 3 * minuteMs, cancelledAt: base - minuteMs },
            { name: tom },
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
        // A booking every day and a half, from half a year ago on; every tenth is cancelled.
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
];
