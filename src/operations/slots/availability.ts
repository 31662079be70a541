import { Type } from "typebox";
import { bookableUntil, refuseBooking, type BookingWindow } from "../../domain/booking-window.ts";
import { formatInstant } from "../../domain/instant.ts";
import { time, type Sent } from "../machinery/fields.ts";

/** Whether each ticket type can be booked now, by the clock. */
export const Availability = Type.Record(
  Type.String(),
  Type.Object({
    bookable: Type.Boolean(),
    why: Type.Optional(
      Type.Union(
        [
          Type.Literal("slot-has-begun"),
          Type.Literal("booking-not-open"),
          Type.Literal("booking-closed"),
        ],
        { description: "Why it cannot be booked; absent where it can." },
      ),
    ),
    from: Type.Optional(time("When it can be booked; absent where it can, or could.")),
    until: time("The first moment at which it cannot be booked any more."),
  }),
  {
    description:
      "Whether each ticket type of the activity can be booked at this time, by its id. Seats are another matter.",
  },
);
type Availability = Sent<typeof Availability>;

export function availabilityOf(
  windows: ReadonlyMap<string, BookingWindow>,
  now: number,
): Availability {
  return Object.fromEntries(Array.from(windows, ([id, window]) => [id, ofType(window, now)]));
}

function ofType(window: BookingWindow, now: number): Availability[string] {
  const until = formatInstant(bookableUntil(window));
  const refused = refuseBooking(window, now);
  if (refused === null) return { bookable: true, until };
  const { at } = refused;
  // Of a closed slot that has begun nobody asks any more why.
  const why = now >= window.startingAt && refused.isOfSlot ? "slot-has-begun" : refused.why;
  return {
    bookable: false,
    why,
    ...(why === "booking-not-open" && { from: formatInstant(at) }),
    until,
  };
}

/** The types that cannot be booked; all of them where the slot has begun. */
export function closedText(availability: Availability): string {
  const closed = Object.entries(availability).filter(([, { bookable }]) => !bookable);
  if (closed.length > 0 && closed.every(([, { why }]) => why === "slot-has-begun")) {
    return closed.length === Object.keys(availability).length
      ? "begun"
      : closed.map(([id]) => id).join(", ");
  }
  return closed
    .map(([id, { from }]) => (from === undefined ? id : `${id} before ${from}`))
    .join(", ");
}
