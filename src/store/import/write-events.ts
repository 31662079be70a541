import type { BookingStatus } from "../../domain/booking.ts";
import type { ImportDetails } from "../../domain/newest-wins.ts";
import type { AuditContext } from "../accounts/audit.ts";
import type { Advance, Attempt } from "./attempt.ts";
import { insertRows, type RowOf } from "./insert-rows.ts";
import { ticketsOf } from "./ticket-text.ts";

const columns = [
  "account_id",
  "booking_id",
  "number",
  "kind",
  "booking_status",
  "at",
  "recorded_at",
  "actor",
  "request_id",
  "details",
] as const;

/**
 * Writes the history of the import: `imported` is the first event of a new booking, `updated` one
 * more of a booking whose state becomes the file's. Both are as of the booking's own time.
 */
export async function writeEvents(
  attempt: Attempt,
  audit: AuditContext,
  advance: Advance,
): Promise<void> {
  await insertRows(
    attempt,
    { table: "booking_event", columns },
    eventRows(attempt, audit, advance),
  );
}

type State = readonly [status: BookingStatus, bookedAt: number, tickets: string];

function* eventRows(
  { scratch, accountId }: Attempt,
  { actor, now }: AuditContext,
  advance: Advance,
): Generator<RowOf<"booking_event", typeof columns>> {
  const bookings = scratch.select<
    [
      id: string,
      lastEvent: number | null,
      overwritten: 0 | 1 | null,
      changedAt: number | null,
      ...State,
      ...State,
    ]
  >(`select
       booking.id,
       found_change.last_event,
       found_change.overwritten,
       booking.changed_at,
       booking.booking_status,
       booking.booked_at,
       booking.tickets,
       known_booking.booking_status,
       known_booking.booked_at,
       known_booking.tickets
     from booking
     left join known_booking using (no)
     left join found_change using (no)
     where known_booking.no is null
     or found_change.no is not null
     order by booking.id`);
  for (const [id, lastEvent, overwritten, changedAt, ...states] of bookings) {
    advance();
    const [status, bookedAt, tickets, ...before] = states;
    const said: ImportDetails = {
      ...(changedAt !== null &&
        isLater(changedAt, [status, bookedAt, tickets]) && { changed_at: changedAt }),
      ...(overwritten === 1 && { overwritten: true }),
    };
    const isNew = lastEvent === null;
    const details = {
      ...(!isNew && changesBetween(before, [status, bookedAt, tickets])),
      ...said,
    };
    yield [
      accountId,
      id,
      (lastEvent ?? 0) + 1,
      isNew ? "imported" : "updated",
      status,
      bookedAt,
      now,
      actor,
      null,
      Object.keys(details).length === 0 ? null : JSON.stringify(details),
    ];
  }
}

/** Whether the line's system changed it after all times that the line itself has. */
function isLater(changedAt: number, [, bookedAt, tickets]: State): boolean {
  const times = ticketsOf(tickets).flatMap(({ cancelled_at, attendee }) => [
    cancelled_at ?? 0,
    attendee.checked_in_at ?? 0,
  ]);
  return changedAt > Math.max(bookedAt, ...times);
}

/** What stood before and what stands now, of what is different. */
function changesBetween(before: State, after: State): object {
  const changes: Record<string, [unknown, unknown]> = {};
  if (before[0] !== after[0]) changes["booking_status"] = [before[0], after[0]];
  if (before[1] !== after[1]) changes["booked_at"] = [before[1], after[1]];
  if (before[2] !== after[2]) changes["tickets"] = [ticketsOf(before[2]), ticketsOf(after[2])];
  return changes;
}
