import { sql, type RawBuilder } from "kysely";
import { bookingStatuses, type BookingChange, type BookingStatus } from "../../domain/booking.ts";

/** What may happen to a booking, by the kind of the event that records it. */
type EventKind = BookingChange["event"] | "imported" | "updated" | "booked" | "promoted";

interface Steps {
  /** Whether it says anew which status the booking has, and since when: `booked_at` is its time. */
  readonly isStatusEvent: boolean;
  /** From which status (`""`: there was no booking) to which. */
  readonly paths: readonly (readonly [BookingStatus | "", BookingStatus])[];
}

/**
 * The state table of the interface with what is beyond it: the way onto and off the waitlist (A40),
 * and imports, which take over what another system says, whatever it was before.
 */
const stateTable = {
  imported: { isStatusEvent: true, paths: bookingStatuses.map((status) => ["", status]) },
  updated: {
    isStatusEvent: true,
    paths: bookingStatuses.flatMap((from) => bookingStatuses.map((to) => [from, to] as const)),
  },
  booked: {
    isStatusEvent: true,
    paths: [
      ["", "CONFIRMED"],
      ["", "WAITLIST"],
    ],
  },
  promoted: { isStatusEvent: true, paths: [["WAITLIST", "CONFIRMED"]] },
  cancelled: {
    isStatusEvent: true,
    paths: [
      ["CONFIRMED", "CANCELLED"],
      ["WAITLIST", "CANCELLED"],
    ],
  },
  "ticket-cancelled": {
    isStatusEvent: false,
    paths: [
      ["CONFIRMED", "CONFIRMED"],
      ["WAITLIST", "WAITLIST"],
    ],
  },
  "checked-in": { isStatusEvent: false, paths: [["CONFIRMED", "CONFIRMED"]] },
  "check-in-undone": { isStatusEvent: false, paths: [["CONFIRMED", "CONFIRMED"]] },
} as const satisfies Record<EventKind, Steps>;

const kinds = Object.entries<Steps>(stateTable);

/** The state table as rows of SQL: kind of event, status before, status after. */
export const stateTableRows: RawBuilder<unknown> = sql.join(
  kinds.flatMap(([kind, { paths }]) =>
    paths.map(([from, to]) => sql`(${sql.lit(kind)}, ${sql.lit(from)}, ${sql.lit(to)})`),
  ),
);

/** The kinds of events that set a booking's status, as a list of SQL. */
export const statusEventKinds: RawBuilder<unknown> = sql.join(
  kinds.filter(([, { isStatusEvent }]) => isStatusEvent).map(([kind]) => sql.lit(kind)),
);
