import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { parseJson } from "../../domain/json.ts";
import type { Cancellation, TalliedSlot, Tally } from "../../domain/report.ts";
import { fromHostColumn, slotColumnsText, type SlotColumns } from "../write/slot.ts";
import { keysetPages, rowsPerPage } from "../catalogue/keyset-pages.ts";
import type { Engine } from "../engine.ts";
import { slotName } from "../keys.ts";
import type { Tables } from "../tables.ts";

/** Conditions on slots; an absent condition matches every slot. */
export interface TallyFilter {
  /** The campaign's number. */
  readonly interaction: number | null;
  /** Public keys; null means all. */
  readonly amongCampaigns: readonly string[] | null;
  /** Whether the cancellations are read: how long before the slot, by whom, and why. */
  readonly withCancellations: boolean;
  /** Inclusive bounds of the start, milliseconds UTC. */
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the slots with what became of their bookings, in portions, at one moment. A portion has two statements:
 * its slots in the order of their key, and their bookings, counted by slot and ticket type.
 */
export async function* tallySlots(
  engine: Engine,
  accountId: AccountId,
  filter: TallyFilter,
): AsyncGenerator<readonly TalliedSlot[]> {
  await using snapshot = await engine.within(accountId, () => engine.snapshot());
  const { reads } = snapshot;
  let before = firstSlot;
  for await (const slots of keysetPages(firstSlot, (after) =>
    readSlots(reads, accountId, filter, after),
  )) {
    const last = slots.at(-1) ?? before;
    const within = { reads, accountId, filter, portion: [before, last] } as const;
    const cancellations = filter.withCancellations ? await readCancellations(within) : [];
    const tallies = await readTallies(within, cancellations);
    before = last;
    yield slots.map((slot) => ({
      publicKey: slot.public_key,
      timezone: slot.timezone,
      activityId: slot.activity_id,
      hostId: fromHostColumn(slot.host_id),
      startingAt: slot.starting_at,
      capacity: slot.capacity,
      taken: slot.taken,
      tallies: tallies.get(slotColumnsText(slot)) ?? [],
    }));
  }
}

type SlotRow = SlotColumns &
  Pick<Tables["slot"], "capacity" | "taken"> &
  Pick<Tables["interaction"], "public_key" | "timezone">;

const firstSlot: SlotColumns = {
  interaction_id: "",
  activity_id: "",
  host_id: "",
  starting_at: Number.MIN_SAFE_INTEGER,
};

async function readSlots(
  reads: Kysely<Tables>,
  accountId: AccountId,
  filter: TallyFilter,
  after: SlotColumns,
): Promise<readonly SlotRow[]> {
  const { rows } = await sql<SlotRow>`
    select
      ${slotName},
      slot.capacity,
      slot.taken,
      interaction.public_key,
      interaction.timezone
    from slot
    cross join interaction
    where slot.account_id = ${accountId}
    and interaction.account_id = ${accountId}
    and interaction.id = slot.interaction_id
    and (${slotName}) > ${keyOf(after)}
    and ${isAsked(accountId, filter)}
    ${isAmong(filter)}
    order by ${slotName}
    limit ${rowsPerPage}`.execute(reads);
  return rows;
}

type TallyRow = SlotColumns & {
  readonly ticket_type_id: string;
  readonly booking_status: Tables["booking"]["booking_status"];
  readonly bookings: number;
  readonly promoted: number;
  readonly tickets: number;
  readonly checked_in: number;
};

interface Portion {
  readonly reads: Kysely<Tables>;
  readonly accountId: AccountId;
  readonly filter: TallyFilter;
  /** The slots after the first key and up to the second. */
  readonly portion: readonly [SlotColumns, SlotColumns];
}

/** Reads the tallies of the portion's slots, by slot. */
async function readTallies(
  { reads, accountId, filter, portion }: Portion,
  cancellations: readonly CancellationRow[],
): Promise<ReadonlyMap<string, readonly Tally[]>> {
  const { rows } = await sql<TallyRow>`
    select
      ${slotName},
      ticket_type.id as ticket_type_id,
      booking.booking_status,
      count(*) as bookings,
      sum(case when exists (
        select 1
        from booking_event as event
        where event.account_id = ${accountId}
        and event.booking_id = booking.id
        and event.kind = 'promoted'
      ) then 1 else 0 end) as promoted,
      sum(${liveTickets(accountId, sql``)}) as tickets,
      sum(${liveTickets(accountId, sql`and ticket.attendee_checked_in_at is not null`)}) as checked_in
    from slot
    cross join booking as key
    cross join booking
    cross join ticket_type
    where ${isBookingOf(accountId, filter, portion)}
    group by
      ${slotName},
      ticket_type.id,
      booking.booking_status`.execute(reads);
  const cancelled = Map.groupBy(cancellations, nameOfType);
  return new Map(
    [...Map.groupBy(rows, slotColumnsText)].map(([name, ofSlot]) => [
      name,
      [...Map.groupBy(ofSlot, nameOfType)].map(([type, ofType]) =>
        toTally(ofType, cancelled.get(type) ?? []),
      ),
    ]),
  );
}

type CancellationRow = SlotColumns & {
  readonly ticket_type_id: string;
  readonly cancelled_by: Cancellation["by"];
  readonly how_long: Cancellation["before"];
  /** JSON that has a reason, or null. */
  readonly details: string | null;
  readonly bookings: number;
};

const dayMs = 86_400_000;

/** Counts the cancelled bookings of a portion by the event that began their present status. */
async function readCancellations({
  reads,
  accountId,
  filter,
  portion,
}: Portion): Promise<readonly CancellationRow[]> {
  const ofBooking = sql`account_id = ${accountId} and booking_id = booking.id`;
  const untilStart = sql`(slot.starting_at - booking.booked_at)`;
  const { rows } = await sql<CancellationRow>`
    select
      ${slotName},
      ticket_type.id as ticket_type_id,
      case
        when event.kind <> 'cancelled' then 'import'
        when event.actor like 'client: %' then 'caller'
        else 'operator'
      end as cancelled_by,
      case
        when ${untilStart} <= 0 then 'started'
        when ${untilStart} <= ${sql.lit(dayMs)} then 'day'
        when ${untilStart} <= ${sql.lit(7 * dayMs)} then 'week'
        else 'earlier'
      end as how_long,
      case when event.details like '%"reason":"%' then event.details else null end as details,
      count(*) as bookings
    from slot
    cross join booking as key
    cross join booking
    cross join ticket_type
    cross join booking_event as event
    where ${isBookingOf(accountId, filter, portion)}
    and booking.booking_status = 'CANCELLED'
    and event.account_id = ${accountId}
    and event.booking_id = booking.id
    and event.number = (
      select min(number)
      from booking_event
      where ${ofBooking}
      and number > coalesce((
        select max(number)
        from booking_event
        where ${ofBooking}
        and booking_status <> 'CANCELLED'
      ), 0)
    )
    group by
      ${slotName},
      ticket_type.id,
      cancelled_by,
      how_long,
      case when event.details like '%"reason":"%' then event.details else null end`.execute(reads);
  return rows;
}

/** By the keys that the slot's index holds: for more, SQLite without statistics reads all of the account for each slot. */
function isBookingOf(
  accountId: AccountId,
  filter: TallyFilter,
  [after, last]: Portion["portion"],
): ReturnType<typeof sql> {
  return sql`slot.account_id = ${accountId}
    and (${slotName}) > ${keyOf(after)}
    and (${slotName}) <= ${keyOf(last)}
    and ${isAsked(accountId, filter)}
    and key.account_id = ${accountId}
    and key.slot_number = slot.number
    and booking.account_id = ${accountId}
    and booking.contact_number = key.contact_number
    and booking.slot_starting_at = key.slot_starting_at
    and booking.id = key.id
    and ticket_type.account_id = ${accountId}
    and ticket_type.number = booking.ticket_type_number`;
}

function keyOf({ interaction_id, activity_id, host_id, starting_at }: SlotColumns) {
  return sql`(${interaction_id}, ${activity_id}, ${host_id}, ${starting_at})`;
}

function isAsked(accountId: AccountId, { interaction, from, to }: TallyFilter) {
  const ofCampaign =
    interaction === null
      ? sql``
      : sql`and slot.interaction_id = (
        select named.id
        from interaction as named
        where named.account_id = ${accountId}
        and named.number = ${interaction}
      )`;
  return sql`slot.starting_at >= ${from} and slot.starting_at <= ${to} ${ofCampaign}`;
}

function isAmong({ amongCampaigns }: TallyFilter) {
  if (amongCampaigns === null) return sql``;
  // A list is never empty: a key is for all campaigns, or for those named.
  return sql`and interaction.public_key in (${sql.join(amongCampaigns)})`;
}

/** Counts the booking's live tickets for which this holds, where it is CONFIRMED. */
function liveTickets(accountId: AccountId, condition: ReturnType<typeof sql>) {
  return sql`case when booking.booking_status = 'CONFIRMED' then (
    select cast(count(*) as integer)
    from ticket
    where ticket.account_id = ${accountId}
    and ticket.booking_id = booking.id
    and ticket.cancelled_at is null
    ${condition}
  ) else 0 end`;
}

function nameOfType(row: SlotColumns & { readonly ticket_type_id: string }): string {
  return `${slotColumnsText(row)} ${row.ticket_type_id}`;
}

function toTally(rows: readonly TallyRow[], cancelled: readonly CancellationRow[]): Tally {
  const of = (status: TallyRow["booking_status"]) =>
    rows.find((row) => row.booking_status === status);
  return {
    ticketTypeId: rows[0]?.ticket_type_id ?? "",
    confirmed: of("CONFIRMED")?.bookings ?? 0,
    waiting: of("WAITLIST")?.bookings ?? 0,
    cancelled: of("CANCELLED")?.bookings ?? 0,
    promoted: rows.reduce((total, row) => total + row.promoted, 0),
    tickets: of("CONFIRMED")?.tickets ?? 0,
    checkedIn: of("CONFIRMED")?.checked_in ?? 0,
    cancellations: cancelled.map(({ cancelled_by, how_long, details, bookings }) => ({
      by: cancelled_by,
      before: how_long,
      reason: reasonOf(details),
      bookings,
    })),
  };
}

function reasonOf(details: string | null): string | null {
  if (details === null) return null;
  const { reason } = parseJson(details) as { readonly reason?: unknown };
  return typeof reason === "string" ? reason : null;
}
