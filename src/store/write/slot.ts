import type { AccountId } from "../../domain/account.ts";
import type { SlotSeats, SlotState } from "../../domain/seats.ts";
import type { Kysely } from "kysely";
import type { BoundRows, Dialect } from "../engine.ts";
import { dialectOf, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { slotNameTypes } from "../keys.ts";
import { refuseDue } from "./held-seats.ts";

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
export function slotConditions(accountId: AccountId, { number }: Pick<SlotKey, "number">) {
  return { account_id: accountId, number } as const;
}

/** The conditions on the rows that refer to the slot. */
export function atSlot(accountId: AccountId, { number }: Pick<SlotKey, "number">) {
  return { account_id: accountId, slot_number: number } as const;
}

/** The ids of a slot's CONFIRMED bookings. */
export function confirmedIdsOf(database: Kysely<Tables>, accountId: AccountId, slotKey: SlotKey) {
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
export function inLockingOrder(
  one: Pick<SlotKey, "number">,
  other: Pick<SlotKey, "number">,
): number {
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

/** The columns of a name. */
export function slotNameColumns({ interactionId, activityId, hostId, startingAt }: SlotName) {
  return {
    interaction_id: interactionId,
    activity_id: activityId,
    host_id: hostId,
    starting_at: startingAt,
  } as const;
}

export type SlotColumns = ReturnType<typeof slotNameColumns>;

/** The columns that name a slot alone, of a row that has more. */
export function slotColumnsOf({ interaction_id, activity_id, host_id, starting_at }: SlotColumns) {
  return { interaction_id, activity_id, host_id, starting_at };
}

/** The slot's name as a text, which no other slot of the account has. */
export function slotColumnsText(row: SlotColumns): string {
  return JSON.stringify(Object.values(slotColumnsOf(row)));
}

/**
 * Locks a slot until the transaction ends, and reads its seats; null where there is no such slot, or it has got another
 * start. `load.ts` has its place in the order of locks. Throws `SeatsDue` where the time of kept seats is over, which
 * `afterDueSeats` catches.
 */
export async function lockSlot(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  now: number,
): Promise<SlotState | null> {
  const row = await dialectOf(transaction)
    .locked(
      transaction
        .selectFrom("slot")
        .select(["capacity", "taken", "overbooked_by", "next_end_at", "closed_at"])
        .where((where) => where.and(slotConditions(accountId, slotKey)))
        .where("starting_at", "=", slotKey.startingAt),
      "slot",
    )
    .executeTakeFirst();
  if (row === undefined) return null;
  refuseDue({ number: slotKey.number, endsAt: row.next_end_at }, now);
  return slotState(row);
}

type SeatColumns = Pick<Tables["slot"], "capacity" | "taken" | "overbooked_by" | "closed_at">;

export function slotState(row: SeatColumns): SlotState {
  const { capacity, taken, overbooked_by: overbookedBy, closed_at: closedAt } = row;
  return { capacity, taken, overbookedBy, closedAt };
}

/**
 * Whether the campaign gives or offers free seats to the waitlist by itself. The change to that setting fills each slot
 * that has a waitlist, under the slot's lock, and after its commit those whose waitlist began meanwhile. So a
 * transaction that asks with the slot locked misses no change of the setting.
 */
export async function movesUpNow(
  transaction: Kysely<Tables>,
  accountId: AccountId,
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
export type KeyedValues = BoundRows & { readonly accountId: AccountId };

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

/** Locks them in the order of all transactions (`inLockingOrder`). */
export const lockNumberedSlots = keepStatement((database, values: KeyedValues, dialect) =>
  dialect.locked(selectSlots(database, values, dialect).orderBy("slot.number"), "slot"),
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
