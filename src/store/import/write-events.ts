import type { BookingStatus } from "../../domain/booking.ts";
import type { ImportDetails } from "../../domain/newest-wins.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { placeInHistory } from "../bookings/booking-event.ts";
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
 * Writes the history of the import: `imported` is the first event of a new booking, `updated` a
 * further event of a booking that changes. Both carry the booking's own time.
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

const places = `json_object(
  'from', json_object(
    'activity', known_booking.activity_id,
    'host', nullif(known_booking.host_id, ''),
    'slot_starting_at', known_booking.slot_starting_at,
    'ticket_type', known_booking.ticket_type_id
  ),
  'to', json_object(
    'activity', activity.id,
    'host', nullif(slot.host, ''),
    'slot_starting_at', slot.starting_at,
    'ticket_type', ticket_type.id
  )
)`;

const contacts = "json_array(known_booking.contact_id, contact_id.id)";

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
      moved: string | null,
      ...State,
      ...State,
    ]
  >(`select
       booking.id,
       found_change.last_event,
       found_change.overwritten,
       booking.changed_at,
       ${moveDetails},
       booking.booking_status,
       booking.booked_at,
       booking.tickets,
       known_booking.booking_status,
       known_booking.booked_at,
       known_booking.tickets
     from booking
     left join known_booking using (no)
     left join found_change using (no)
     left join moved_booking using (no)
     left join contact_id on contact_id.no = booking.contact_no
     left join slot on slot.no = booking.slot_no
     left join activity on activity.no = slot.activity_no
     left join ticket_type on ticket_type.no = booking.ticket_type_no
     where known_booking.no is null
     or found_change.no is not null
     order by booking.id`);
  for (const [id, lastEvent, overwritten, changedAt, moved, ...states] of bookings) {
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
      ...(moved !== null && inOneForm(JSON.parse(moved) as MoveDetails)),
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

/**
 * The places of a moved booking before and after, and the internal ids of its contacts where they differ:
 * external ids are personal data. The invariant `nobody-overtaken` looks for exactly `"moved":{`.
 */
const moveDetails = `
  case
    when place_differs and contact_differs then json_object('moved', ${places}, 'contact', ${contacts})
    when place_differs then json_object('moved', ${places})
    when contact_differs then json_object('contact', ${contacts})
  end`;

interface MoveDetails {
  readonly moved?: Readonly<Record<"from" | "to", Place>>;
  readonly contact?: readonly [string, string];
}

interface Place {
  readonly activity: string;
  readonly host: string | null;
  readonly slot_starting_at: number;
  readonly ticket_type: string;
}

/** The places in the form of a booking that moves here. */
function inOneForm({ moved, ...contact }: MoveDetails): object {
  if (moved === undefined) return contact;
  const written = ({ activity, host, slot_starting_at, ticket_type }: Place) =>
    placeInHistory(
      { activityId: activity, hostId: host ?? "", startingAt: slot_starting_at },
      ticket_type,
    );
  return { moved: { from: written(moved.from), to: written(moved.to) }, ...contact };
}

/** Whether the line's system changed it after all times that the line itself has. */
function isLater(changedAt: number, [, bookedAt, tickets]: State): boolean {
  const times = ticketsOf(tickets).flatMap(({ cancelled_at, attendee }) => [
    cancelled_at ?? 0,
    attendee.checked_in_at ?? 0,
  ]);
  return changedAt > Math.max(bookedAt, ...times);
}

/** The values before and after, of the fields that differ. */
function changesBetween(before: State, after: State): object {
  const changes: Record<string, [unknown, unknown]> = {};
  if (before[0] !== after[0]) changes["booking_status"] = [before[0], after[0]];
  if (before[1] !== after[1]) changes["booked_at"] = [before[1], after[1]];
  if (before[2] !== after[2]) changes["tickets"] = [ticketsOf(before[2]), ticketsOf(after[2])];
  return changes;
}
