import type { SlotSeats, SlotState } from "../../domain/seats.ts";
import { type Kysely, sql } from "kysely";
import type { BoundRows, Dialect } from "../engine.ts";
import { dialectOf, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { slotNameTypes } from "../keys.ts";
import { refuseDue } from "./held-seats.ts";
import { bookingStatuses } from "../../domain/booking.ts";
import { carriedForward, carriedMaxMs } from "../../domain/clock.ts";

/** A slot's row, with what bookings repeat of it. */
export interface SlotKey {
  /** 0 for a slot that does not exist. */
  readonly number: number;
  readonly interactionNumber: number;
  /** Milliseconds UTC. */
  readonly startingAt: number;
}

/** A slot by the columns that name it; `hostId` is `""` where there is no choice of hosts (B13). */
export interface SlotName {
  readonly interactionId: string;
  readonly activityId: string;
  readonly hostId: string;
  /** Milliseconds UTC. */
  readonly startingAt: number;
}

/** The conditions on the slot's row. */
export function slotConditions(accountId: number, { number }: Pick<SlotKey, "number">) {
  return { account_id: accountId, number } as const;
}

/** The conditions on the rows that refer to the slot. */
export function atSlot(accountId: number, { number }: Pick<SlotKey, "number">) {
  return { account_id: accountId, slot_number: number } as const;
}

/** The ids of a slot's CONFIRMED bookings. */
export function confirmedAt(database: Kysely<Tables>, accountId: number, slotKey: SlotKey) {
  return database
    .selectFrom("booking")
    .select("booking.id")
    .where((where) => where.and(atSlot(accountId, slotKey)))
    .where("booking.booking_status", "=", "CONFIRMED");
}

/** The slot's row as it is closed, or open where `closedAt` is null. */
export function closingRow({ number }: Pick<SlotKey, "number">, closedAt: number | null) {
  return { number, closed_at: closedAt } as const;
}

/** The slot's row with these seats. */
export function slotRow(
  { number }: Pick<SlotKey, "number">,
  { capacity, taken, overbookedBy }: SlotSeats,
) {
  return { number, capacity, taken, overbooked_by: overbookedBy } as const;
}

export function isSameSlot(one: SlotKey, other: SlotKey): boolean {
  return one.number === other.number;
}

/** The order in which a transaction locks several slots, so that no two transactions wait for each other. */
export function inLockingOrder(one: SlotKey, other: SlotKey): number {
  return one.number - other.number;
}

/** The slot of a booking's row. */
export function slotOfBooking(
  row: Pick<Tables["booking"], "slot_number" | "interaction_number" | "slot_starting_at">,
): SlotKey {
  return {
    number: row.slot_number,
    interactionNumber: row.interaction_number,
    startingAt: row.slot_starting_at,
  };
}

/** The columns that name a slot, beside the account. */
export function slotNameColumns({ interactionId, activityId, hostId, startingAt }: SlotName) {
  return {
    interaction_id: interactionId,
    activity_id: activityId,
    host_id: hostId,
    starting_at: startingAt,
  } as const;
}

export type SlotColumns = ReturnType<typeof slotNameColumns>;

/** Takes the slot's name from a row's columns. */
export function slotOf({ interaction_id, activity_id, host_id, starting_at }: SlotColumns) {
  return { interaction_id, activity_id, host_id, starting_at };
}

/** The slot of a row as a text that no other slot of the account has. */
export function slotColumnsText(row: SlotColumns): string {
  return JSON.stringify(Object.values(slotOf(row)));
}

/**
 * Locks a slot until the transaction ends, and reads its seats; null when there is no such slot. A
 * transaction that gives or takes seats, or reads the waitlist, does this first, so changes of one slot run
 * one after the other. Throws `SeatsDue` where kept seats have ended by now: `afterDueSeats`.
 */
export async function lockSlot(
  transaction: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
  now: number,
): Promise<SlotState | null> {
  const row = await dialectOf(transaction)
    .locked(
      transaction
        .selectFrom("slot")
        .select(["capacity", "taken", "overbooked_by", "next_end_at", "closed_at"])
        .where((where) => where.and(slotConditions(accountId, slotKey)))
        // The slot may have got another start while this transaction waited for it.
        .where("starting_at", "=", slotKey.startingAt),
      "slot",
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  refuseDue(slotKey.number, row.next_end_at, now);
  return slotState(row);
}

type SeatColumns = Pick<Tables["slot"], "capacity" | "taken" | "overbooked_by" | "closed_at">;

export function slotState(row: SeatColumns): SlotState {
  const { capacity, taken, overbooked_by: overbookedBy, closed_at: closedAt } = row;
  return { capacity, taken, overbookedBy, closedAt };
}

/** The times at which changes of a locked slot take effect, in milliseconds. */
export interface StatusTimes {
  /** A change of a booking's status: now, or the time of the slot's latest change where that is later. */
  readonly at: number;
  /** A booking joins the waitlist: later than everybody who waits, because its time is its place in line. */
  readonly joinsAt: number;
  /** The limit of a ticket type changes: later than each earlier change of a limit. */
  readonly limitsAt: number;
}

/** `at` of `statusTimes`. */
export async function statusTime(
  transaction: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
  now: number,
): Promise<number> {
  return (await statusTimes(transaction, accountId, slotKey, now)).at;
}

/**
 * Reads the times of the changes that a transaction makes to a slot it has locked. `now` was read before the wait for
 * the lock, perhaps from the clock of another machine, while these times decide who came first. So they follow the
 * order of the lock: none lies before a change that was made under it (`carriedForward`).
 */
export async function statusTimes(
  transaction: Kysely<Tables>,
  accountId: number,
  slotKey: SlotKey,
  now: number,
): Promise<StatusTimes> {
  const [ofHolds, ...others] = [
    transaction
      .selectFrom("hold")
      .select((select) => [sql.lit<string>("hold").as("of"), select.fn.max("made_at").as("latest")])
      .where((where) => where.and(atSlot(accountId, slotKey)))
      .where("made_at", "<=", now + carriedMaxMs),
    // One query for each status, because the index then holds the answer at its end.
    ...bookingStatuses.map((status) =>
      transaction
        .selectFrom("booking")
        .select((select) => [
          sql.lit<string>(status).as("of"),
          select.fn.max("booked_at").as("latest"),
        ])
        .where((where) => where.and(atSlot(accountId, slotKey)))
        .where("booking_status", "=", status)
        .where("booked_at", "<=", now + carriedMaxMs),
    ),
    transaction
      .selectFrom("type_limit")
      .select((select) => [sql.lit<string>("limit").as("of"), select.fn.max("until").as("latest")])
      .where((where) => where.and(atSlot(accountId, slotKey)))
      .where("until", "<=", now + carriedMaxMs),
  ] as const;
  const all = others.reduce((union, query) => union.unionAll(query), ofHolds);
  const rows = await all.execute();
  const at = carriedForward(now, ...rows.map(({ latest }) => latest ?? now));
  const after = (of: string) => {
    const latest = rows.find((row) => row.of === of)?.latest ?? null;
    return latest === null ? at : Math.max(at, latest + 1);
  };
  return { at, joinsAt: after("WAITLIST"), limitsAt: after("limit") };
}

/**
 * Whether the campaign gives or offers free seats to the waitlist by itself. The change to that setting fills each slot
 * that has a waitlist, under the slot's lock, and after its commit those whose waitlist began meanwhile. So a
 * transaction that asks with the slot locked misses no change of the setting.
 */
export async function promotesNow(
  transaction: Kysely<Tables>,
  accountId: number,
  interactionNumber: number,
): Promise<boolean> {
  const row = await transaction
    .selectFrom("interaction")
    .select("waitlist_promotion")
    .where("account_id", "=", accountId)
    .where("number", "=", interactionNumber)
    .executeTakeFirst();
  return row !== undefined && row.waitlist_promotion !== "manual";
}

/** A list of keys as a statement's input (`bindRows`), and the account to which they belong. */
export type KeyedValues = BoundRows & { readonly accountId: number };

/** The slots with these numbers; the input stands first, as in `load.ts`. */
export function selectSlots(database: Kysely<Tables>, values: KeyedValues, { inputRows }: Dialect) {
  return database
    .selectFrom(inputRows(values, { number: "bigint" }))
    .crossJoin("slot")
    .select(["slot.number", "slot.starting_at as startingAt"])
    .select(["slot.capacity", "slot.taken", "slot.overbooked_by", "slot.next_end_at"])
    .select("slot.closed_at")
    .where("slot.account_id", "=", values.accountId)
    .whereRef("slot.number", "=", "input_rows.number");
}

export const readSlots = keepStatement(selectSlots);

export const lockSlots = keepStatement((database, values: KeyedValues, dialect) =>
  dialect.locked(selectSlots(database, values, dialect), "slot"),
);

/** The slots with these names. */
export function selectNamedSlots(
  database: Kysely<Tables>,
  values: KeyedValues,
  { inputRows }: Dialect,
) {
  return database
    .selectFrom(inputRows(values, slotNameTypes))
    .crossJoin("slot")
    .select([
      "slot.interaction_id",
      "slot.activity_id",
      "slot.host_id",
      "slot.starting_at",
      "slot.number",
      "slot.capacity",
      "slot.taken",
      "slot.overbooked_by",
      "slot.closed_at",
    ])
    .where("slot.account_id", "=", values.accountId)
    .whereRef("slot.interaction_id", "=", "input_rows.interaction_id")
    .whereRef("slot.activity_id", "=", "input_rows.activity_id")
    .whereRef("slot.host_id", "=", "input_rows.host_id")
    .whereRef("slot.starting_at", "=", "input_rows.starting_at");
}

export const readNamedSlots = keepStatement(selectNamedSlots);

/**
 * The value of `host_id` columns where the activity offers no choice of hosts: a key column cannot be null.
 */
const noHost = "";

export function toHostColumn(host: string | null): string {
  return host ?? noHost;
}

export function fromHostColumn(hostId: string): string | null {
  return hostId === noHost ? null : hostId;
}
