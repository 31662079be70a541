import type { BookingStatus } from "../../src/domain/booking.ts";
import { dayMs, hourMs, people as known } from "../lines.ts";
import type { DemoBooking, Diary, Place } from "./diary.ts";
import { ordinaryBooking } from "./everyday-bookings.ts";
import { partyNames, strangerName, type Person } from "./people.ts";
import type { Random } from "./random.ts";
import type { DemoSlot } from "./slots.ts";
import { findUnlimitedTicketType, limitedTicketType } from "./campaigns.ts";

/** The material for a contact's bookings. */
interface Stage {
  readonly diary: Diary;
  readonly people: readonly Person[];
  readonly now: number;
  readonly random: Random;
}

/** A contact who shows one feature: its description, and the bookings that show it. */
interface SpecialContact {
  readonly externalId: string;
  readonly shows: string;
  readonly bookings: (stage: Stage) => Iterable<DemoBooking>;
}

const manyBookings = 130;
/** Contacts whose bookings the traffic may cancel. */
export const spareContact = "CUST-1199";
const spareBookings = 40;

const workshop = { interaction: "pk_summer", activity: "fragrance-workshop" } as const;
const consultation = { interaction: "pk_summer", activity: "consultation" } as const;
const gardenWalk = { interaction: "pk_summer", activity: "garden-walk" } as const;
const aperitivo = { interaction: "pk_summer", activity: "aperitivo" } as const;
const winterTasting = { interaction: "pk_winter", activity: "tasting" } as const;
const candleEvening = { interaction: "pk_winter", activity: "candle-evening" } as const;

export const specialContacts: readonly SpecialContact[] = [
  {
    externalId: "CUST-1001",
    shows: "Five upcoming CONFIRMED bookings in two campaigns; each of them can be cancelled.",
    *bookings({ diary, now }) {
      const places: readonly Place[] = [
        workshop,
        { ...consultation, host: "camille" },
        winterTasting,
        gardenWalk,
        candleEvening,
      ];
      // Each booking starts after the previous one, so that the first one entered is listed first.
      let after = now + 2 * dayMs;
      for (const [index, place] of places.entries()) {
        const slot = diary.next(place, after);
        after = slot.startingAt;
        yield standard("CUST-1001", slot, now - (9 - index) * 31 * hourMs, [known.regular]);
      }
    },
  },
  {
    externalId: "CUST-WAITLIST",
    shows: "First on the WAITLIST of a full slot, with three others behind.",
    *bookings({ diary, people, now, random }) {
      const slot = diary.waitlistSlot;
      const guests = people.filter((person) => person.interaction === "pk_summer").values();
      const party = (size: number, bookedAt: number, status: BookingStatus): DemoBooking => {
        const person = guests.next().value;
        if (person === undefined) throw new RangeError("The demo has too few people.");
        const names = partyNames(person, size, random);
        return { ...standard(person.externalId, slot, bookedAt, names), status };
      };
      // All seats were taken before the first entry of the waitlist, so nobody on it was overtaken.
      for (let seats = slot.capacity, day = 20; seats > 0; day -= 3) {
        const size = Math.min(seats, 1 + (day % 2));
        yield party(size, now - day * dayMs, "CONFIRMED");
        seats -= size;
      }
      const first = standard("CUST-WAITLIST", slot, now - 4 * dayMs, ["Alma Fournier"]);
      yield { ...first, status: "WAITLIST" };
      yield party(2, now - 3 * dayMs, "WAITLIST");
      yield party(1, now - 2 * dayMs, "WAITLIST");
      yield party(1, now - 5 * hourMs, "WAITLIST");
      yield cancelled(party(1, now - 30 * hourMs, "CANCELLED"));
    },
  },
  {
    externalId: "CUST-UNLIMITED",
    shows: "CONFIRMED on that full slot: its unlimited ticket type takes no seat and never waits.",
    *bookings({ diary, now }) {
      const slot = diary.waitlistSlot;
      const ticketType = findUnlimitedTicketType(slot);
      if (ticketType === null) throw new RangeError("The full slot has no unlimited ticket type.");
      const names = ["Solène Paris", "Marc Oliveira"];
      yield { ...standard("CUST-UNLIMITED", slot, now - 12 * hourMs, names), ticketType };
    },
  },
  {
    externalId: "CUST-CHECKED-IN",
    shows: "Attendees have checked in: still CONFIRMED, and a cancel is refused with 400.",
    *bookings({ diary, now }) {
      const walk = diary.next({ ...gardenWalk, seats: 2 }, now - 7 * dayMs);
      const pair = standard("CUST-CHECKED-IN", walk, walk.startingAt - 9 * dayMs, [
        known.arrived,
        "Lina Haddad",
      ]);
      // One of several attendees has checked in, which is enough for a refusal (A37).
      yield checkedIn(pair, 1);
      const perfume = diary.next(workshop, now - 5 * dayMs);
      const bookedAt = perfume.startingAt - 6 * dayMs;
      yield checkedIn(standard("CUST-CHECKED-IN", perfume, bookedAt, [known.arrived]), 1);
    },
  },
  {
    externalId: "CUST-CANCELLED",
    shows: "One CANCELLED booking of an upcoming slot; cancelling it again is refused with 400.",
    *bookings({ diary, now }) {
      const slot = diary.next(workshop, now + 4 * dayMs);
      yield cancelled(standard("CUST-CANCELLED", slot, now - 26 * hourMs, ["Basile Kern"]));
    },
  },
  {
    externalId: "CUST-FAMILY",
    shows: "Several tickets on a booking: one with four, one with three of which one is cancelled.",
    *bookings({ diary, now }) {
      const names = known.family;
      const walk = diary.next({ ...gardenWalk, seats: 4 }, now + 2 * dayMs);
      yield standard("CUST-FAMILY", walk, now - 8 * dayMs, names);
      const perfume = diary.next({ ...workshop, seats: 3 }, now + 6 * dayMs);
      const three = standard("CUST-FAMILY", perfume, now - 7 * dayMs, names.slice(0, 3));
      const tickets = three.tickets.map((ticket, index) =>
        index === 2 ? { ...ticket, cancelledAt: now - dayMs } : ticket,
      );
      yield { ...three, tickets };
    },
  },
  {
    externalId: "CUST-HOSTS",
    shows:
      "One activity with three hosts: slots of 30 and of 60 minutes, and one without a length.",
    *bookings({ diary, now }) {
      for (const host of ["camille", "idris", "archives"]) {
        const slot = diary.next({ ...consultation, host }, now + 3 * dayMs);
        yield standard("CUST-HOSTS", slot, now - 2 * dayMs, [known.traveller]);
      }
    },
  },
  {
    externalId: "CUST-NO-DURATION",
    shows: "The activity has no duration: `slot_duration_in_minutes` is left out.",
    *bookings({ diary, now }) {
      const slot = diary.next(gardenWalk, now + 3 * dayMs);
      yield standard("CUST-NO-DURATION", slot, now - 4 * dayMs, [known.walker]);
    },
  },
  {
    externalId: "CUST-RAW-LANGUAGE",
    shows: "The title exists in Italian only, so it arrives as a language map in JSON text.",
    *bookings({ diary, now }) {
      const slot = diary.next(aperitivo, now + 2 * dayMs);
      yield standard("CUST-RAW-LANGUAGE", slot, now - 5 * dayMs, ["Giulia Conti"]);
    },
  },
  {
    externalId: "CUST-MANY",
    shows: "A travel agency with 130 bookings: two pages at the default page size.",
    *bookings({ diary, now, random }) {
      // Slots with a free seat, evenly spread over the fifty days.
      const free = diary.slots.filter(
        (slot) => slot.interaction === "pk_summer" && diary.seatsLeft(slot) >= 2,
      );
      for (let count = 0; count < manyBookings; count += 1) {
        const slot = free[Math.floor((count * free.length) / manyBookings)];
        if (slot === undefined) throw new RangeError("The demo has too few free slots.");
        yield ordinaryBooking(
          {
            externalId: "CUST-MANY",
            slot,
            ticketType: limitedTicketType(slot),
            names: [strangerName(random)],
            cancelled: count % 10 === 7,
          },
          now,
          random,
        );
      }
    },
  },
  {
    externalId: spareContact,
    shows: "Bookings to spare: while the demo runs, it cancels one of them now and then.",
    *bookings({ diary, now }) {
      const free = diary.slots.filter(
        (slot) => slot.startingAt > now + 5 * dayMs && diary.seatsLeft(slot) >= 3,
      );
      for (let count = 0; count < spareBookings; count += 1) {
        const slot = free[Math.floor((count * free.length) / spareBookings)];
        if (slot === undefined) throw new RangeError("The demo has too few free slots.");
        yield standard(spareContact, slot, now - (2 + count) * hourMs, ["Robin Moreau"]);
      }
    },
  },
  {
    externalId: "CUST-NOBODY",
    shows: "Not in the data: 200 with neither `bookings` nor `total_count`.",
    bookings: () => [],
  },
];

/** A CONFIRMED booking with a limited ticket for each name. */
function standard(
  externalId: string,
  slot: DemoSlot,
  bookedAt: number,
  names: readonly string[],
): DemoBooking {
  const tickets = names.map((name) => ({ name }));
  const ticketType = limitedTicketType(slot);
  return { externalId, slot, ticketType, status: "CONFIRMED", bookedAt, tickets };
}

/** A booking that was CANCELLED at its `bookedAt`. */
function cancelled(booking: DemoBooking): DemoBooking {
  return { ...booking, status: "CANCELLED" };
}

/** Checks in the first attendees, five minutes before the start. */
function checkedIn(booking: DemoBooking, attendees: number): DemoBooking {
  const checkedInAt = booking.slot.startingAt - hourMs / 12;
  const tickets = booking.tickets.map((ticket, index) =>
    index < attendees ? { ...ticket, checkedInAt } : ticket,
  );
  return { ...booking, tickets };
}
