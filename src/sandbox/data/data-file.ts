import { formatInstant } from "../../domain/instant.ts";
import { catalogueLines } from "./catalogue.ts";
import { sandboxContacts } from "./contacts.ts";
import { fullSlot } from "./places.ts";
import { bookingId, bookingLine, type BookingSketch } from "./sketch.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const ordinaryCapacity = 500;

/** The full hour from which a sandbox that starts or is reset at `now` counts its slots. */
export function baseOf(now: number): number {
  return Math.floor(now / hourMs) * hourMs;
}

/** The lines of the sandbox's data file. The same `base` gives the same lines. */
export function sandboxDataFile(base: number): readonly object[] {
  const slots = new Map<string, object>();
  const bookings = sandboxContacts.flatMap(({ number, externalId, bookings: sketches }) =>
    sketches(base).map((sketch, index) => {
      const slot = slotLine(sketch, base);
      slots.set(JSON.stringify(slot), slot);
      return bookingLine(bookingId(number, index + 1), externalId, sketch);
    }),
  );
  return [...catalogueLines, ...slots.values(), ...bookings];
}

function slotLine(
  { interaction, activity, host, startingAt }: BookingSketch,
  base: number,
): object {
  const isFull =
    interaction === fullSlot.interaction &&
    activity === fullSlot.activity &&
    startingAt === base + fullSlot.daysAhead * dayMs;
  return {
    kind: "slot",
    interaction,
    activity,
    ...(host !== undefined && { host }),
    starting_at: formatInstant(startingAt),
    capacity: isFull ? fullSlot.capacity : ordinaryCapacity,
  };
}
