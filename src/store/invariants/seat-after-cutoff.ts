import { sql } from "kysely";
import { carriedMaxMs } from "../../domain/clock.ts";
import { formatInstant, parseInstant } from "../../domain/instant.ts";
import type { Finding, Invariant, Look } from "./invariant.ts";
import type { AccountId } from "../../domain/account.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { uuid } from "../uuid-columns.ts";
import { isOfAnotherSlot, isSinceLastMove } from "./nobody-overtaken.ts";

interface Row {
  readonly booking: string;
  readonly number: number;
  readonly kind: string;
  readonly at: number;
  readonly details: string | null;
  readonly starting_at: number;
}

/** Events that one statement reads. */
const eventsAtOnce = 5_000;

/**
 * No seat was given after its slot had begun, after a cut-off or after its ticket type's window, unless the event
 * records that it was meant (A101). An event whose seats closed at another time than the start records that time,
 * because the catalogue may say something else since. An event may take effect up to `carriedMaxMs` after the clock was
 * asked. Imports, and what was booked before the database had cut-offs, are not judged.
 */
export const seatAfterCutoff: Invariant = {
  name: "seat-after-cutoff",
  find: async (reads, accountId, look) => {
    const since = await readSince(reads);
    const found: Finding[] = [];
    let after: Row | undefined;
    do {
      const rows: Row[] = await readSuspects(reads, accountId, { ...look, since }, after);
      for (const row of rows) if (isTooLate(row)) found.push(tell(row));
      after = rows.length < eventsAtOnce ? undefined : rows.at(-1);
    } while (after !== undefined && found.length < look.limit);
    return found.slice(0, look.limit);
  },
};

/** The events that gave a seat and may have given it too late, by booking and number. */
async function readSuspects(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { now, since }: Look & { readonly since: number },
  after: Row | undefined,
): Promise<Row[]> {
  const from =
    after === undefined
      ? sql``
      : sql`and (event.booking_id, event.number) > (${uuid(after.booking)}, ${after.number})`;
  const { rows } = await sql<Row>`
    select
      event.booking_id as booking,
      event.number,
      event.kind,
      event.at,
      event.details,
      booking.slot_starting_at as starting_at
    from booking_event as event
    cross join booking
    where event.account_id = ${accountId}
    and event.kind in ('booked', 'promoted', 'moved')
    and event.booking_status = 'CONFIRMED'
    and event.recorded_at >= ${since}
    and event.at <= ${now + carriedMaxMs}
    and booking.account_id = event.account_id
    and booking.id = event.booking_id
    and (
      event.details like '%"bookable_until":%'
      or event.at >= booking.slot_starting_at
    )
    and coalesce(event.details, '') not like '%"late":true%'
    and ${isOfAnotherSlot(sql.ref("event.details"))}
    and ${isSinceLastMove(accountId)}
    ${from}
    order by event.booking_id, event.number
    limit ${eventsAtOnce}`.execute(reads);
  return rows;
}

/** When the database got its cut-offs. */
async function readSince(reads: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ at: number }>`
    select applied_at as at
    from schema_migration
    where name = ${migrationOfCutoffs}`.execute(reads);
  return rows[0]?.at ?? 0;
}

const migrationOfCutoffs = "0102-bookings";

function isTooLate(row: Row): boolean {
  return row.at >= closesAt(row) + carriedMaxMs;
}

function closesAt({ details, starting_at }: Row): number {
  const { bookable_until: until } = JSON.parse(details ?? "{}") as { bookable_until?: unknown };
  return (typeof until === "string" ? parseInstant(until) : null) ?? starting_at;
}

function tell(row: Row): Finding {
  const { booking, kind, at, number } = row;
  return {
    booking,
    message:
      `The booking was ${kind} at ${formatInstant(at)} (event ${number}), and seats were given until ` +
      `${formatInstant(closesAt(row))}; nothing records that this was meant: look at it with \`booking show\`, and ` +
      "cancel it if nobody meant it.",
  };
}
