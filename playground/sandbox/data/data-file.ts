import { hourMs, bookingLine, slotLine, type FixtureBooking } from "../../lines.ts";
import { catalogueLines, fullSlot, startOfFullSlot } from "./campaigns.ts";
import { bookingId, type SandboxContact } from "./contact.ts";
import { recordContacts } from "./record-contacts.ts";
import { stateContacts } from "./state-contacts.ts";

export const sandboxContacts: readonly SandboxContact[] = [...stateContacts, ...recordContacts];

const ordinaryCapacity = 500;

/** The full hour from which a sandbox counts its slots when it starts or is reset at `now`. */
export function baseOf(now: number): number {
  return Math.floor(now / hourMs) * hourMs;
}

/** The lines of the sandbox's data file. The same `base` gives the same lines. */
export function sandboxDataFile(base: number): readonly object[] {
  const slots = new Map<string, object>();
  const bookings = sandboxContacts.flatMap(({ number, externalId, bookings: bookingsAt }) =>
    bookingsAt(base).map((booking, index) => {
      const slot = slotLine(booking, capacityOf(booking, base));
      slots.set(JSON.stringify(slot), slot);
      return bookingLine(bookingId(number, index + 1), externalId, booking);
    }),
  );
  return [...catalogueLines, ...slots.values(), ...bookings];
}

function capacityOf({ interaction, activity, startingAt }: FixtureBooking, base: number): number {
  const isFull =
    interaction === fullSlot.interaction &&
    activity === fullSlot.activity &&
    startingAt === startOfFullSlot(base);
  return isFull ? fullSlot.capacity : ordinaryCapacity;
}
