import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { TalliedSlot, Tally } from "../../domain/report.ts";
import { fromHostColumn } from "../write/slot.ts";
import { keysetPages, rowsPerPage } from "../catalogue/keyset-pages.ts";
import type { Engine } from "../engine.ts";
import { isAtSlot, slotKey } from "../keys.ts";
import type { Tables } from "../tables.ts";

/** Conditions on slots; an absent condition matches every slot. */
export interface TallyFilter {
  readonly interactionId: string | null;
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
    const tallies = await readTallies(reads, accountId, filter, [before, last]);
    before = last;
    yield slots.map((slot) => ({
      publicKey: slot.public_key,
      timezone: slot.timezone,
      activityId: slot.activity_id,
      hostId: fromHostColumn(slot.host_id),
      startingAt: slot.starting_at,
      capacity: slot.capacity,
      tallies: tallies.get(nameOf(slot)) ?? [],
    }));
  }
}

type SlotColumns = Pick<
  Tables["slot"],
  "interaction_id" | "activity_id" | "host_id" | "starting_at"
>;
type SlotRow = SlotColumns &
  Pick<Tables["slot"], "capacity"> &
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
      ${slotKey},
      slot.capacity,
      interaction.public_key,
      interaction.timezone
    from slot
    cross join interaction
    where slot.account_id = ${accountId}
    and interaction.account_id = ${accountId}
    and interaction.id = slot.interaction_id
    and (${slotKey}) > ${keyOf(after)}
    and ${isAsked(filter)}
    order by ${slotKey}
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

/** Reads the tallies of the slots after the first key and up to the second, by slot. */
async function readTallies(
  reads: Kysely<Tables>,
  accountId: AccountId,
  filter: TallyFilter,
  [after, last]: readonly [SlotColumns, SlotColumns],
): Promise<ReadonlyMap<string, readonly Tally[]>> {
  // A cross join makes SQLite read the slots first, and their bookings by the slot's index.
  const { rows } = await sql<TallyRow>`
    select
      ${slotKey},
      booking.ticket_type_id,
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
    cross join booking
    where slot.account_id = ${accountId}
    and (${slotKey}) > ${keyOf(after)}
    and (${slotKey}) <= ${keyOf(last)}
    and ${isAsked(filter)}
    and booking.account_id = ${accountId}
    and ${isAtSlot}
    group by
      ${slotKey},
      booking.ticket_type_id,
      booking.booking_status`.execute(reads);
  return new Map(
    [...Map.groupBy(rows, nameOf)].map(([name, ofSlot]) => [
      name,
      [...Map.groupBy(ofSlot, (row) => row.ticket_type_id)].map(toTally),
    ]),
  );
}

function keyOf({ interaction_id, activity_id, host_id, starting_at }: SlotColumns) {
  return sql`(${interaction_id}, ${activity_id}, ${host_id}, ${starting_at})`;
}

function isAsked({ interactionId, from, to }: TallyFilter) {
  const ofCampaign =
    interactionId === null ? sql`` : sql`and slot.interaction_id = ${interactionId}`;
  return sql`slot.starting_at >= ${from} and slot.starting_at <= ${to} ${ofCampaign}`;
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

function nameOf({ interaction_id, activity_id, host_id, starting_at }: SlotColumns): string {
  return JSON.stringify([interaction_id, activity_id, host_id, starting_at]);
}

function toTally([ticketTypeId, rows]: readonly [string, readonly TallyRow[]]): Tally {
  const of = (status: TallyRow["booking_status"]) =>
    rows.find((row) => row.booking_status === status);
  return {
    ticketTypeId,
    confirmed: of("CONFIRMED")?.bookings ?? 0,
    waiting: of("WAITLIST")?.bookings ?? 0,
    cancelled: of("CANCELLED")?.bookings ?? 0,
    promoted: rows.reduce((total, row) => total + row.promoted, 0),
    tickets: of("CONFIRMED")?.tickets ?? 0,
    checkedIn: of("CONFIRMED")?.checked_in ?? 0,
  };
}
