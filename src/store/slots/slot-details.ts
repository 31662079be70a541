import type { ExpressionBuilder, Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingWindow } from "../../domain/booking-window.ts";
import type { SlotSeats } from "../../domain/seats.ts";
import { isAtSlot, namedBy, numberedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import type { QueueState } from "../../domain/explain-waiting.ts";
import type { WaitlistPromotion } from "../../domain/booking-window.ts";
import { readTypes } from "../write/type-limits.ts";
import {
  confirmedIdsOf,
  fromHostColumn,
  slotConditions,
  slotOfBooking,
  toHostColumn,
  type SlotKey,
} from "../write/slot.ts";
import { heldInSlot } from "../write/held-seats.ts";
import { shownDuration } from "../write/slot-durations.ts";
import type { BookingId } from "../../domain/booking.ts";
import { isRefused, type Refused, type SeatRefusal } from "../../domain/refusal.ts";
import { findSlotKey, type NamedSlot } from "../write/named-slot.ts";
import { readShownTypes, type ShownType } from "./slot-limits.ts";
import { readWindows } from "./slot-windows.ts";
import { readWaiting } from "../bookings/read-waitlist.ts";
import { type WaitlistEntry } from "../bookings/waitlist-rows.ts";

/** A slot for operators. */
export interface SlotDetails {
  readonly publicKey: string;
  readonly timezone: string;
  readonly activityId: string;
  /** Null where the activity offers no choice of hosts. */
  readonly hostId: string | null;
  readonly startingAt: number;
  readonly seats: SlotSeats;
  readonly isClosed: boolean;
  /** Of the taken seats, those of live holds and offers. */
  readonly held: number;
  /** When the slot's first hold or offer ends; null where no seat is held. */
  readonly heldUntil: number | null;
  /** Null: no length. */
  readonly durationInMinutes: number | null;
  /** Tickets of its waitlisted bookings, without cancelled ones. */
  readonly waitingTickets: number;
  /** The ticket types that have a limit in it, by id. */
  readonly types: ReadonlyMap<string, ShownType>;
  /** Until when each ticket type is given in it, by id. */
  readonly windows: ReadonlyMap<string, BookingWindow>;
}

/** Conditions on slots; an absent condition matches every slot. Bounds are inclusive. */
export interface SlotFilter {
  readonly publicKey?: string;
  readonly activityId?: string;
  readonly hostId?: string;
  readonly from?: number;
  readonly to?: number;
  /** Public keys; null and absent mean all. */
  readonly amongCampaigns?: readonly string[] | null;
  /** Only slots that have a free seat while somebody waits for one. */
  readonly freeWhileWaiting?: boolean;
  /** Only slots with more taken seats than their capacity. */
  readonly overbooked?: boolean;
  /** The page after this slot. */
  readonly after?: Pick<SlotDetails, "publicKey" | "activityId" | "hostId" | "startingAt">;
  readonly limit: number;
}

/** Finds the account's slots by start, then campaign, activity and host. */
export async function findSlots(
  reads: Kysely<Tables>,
  accountId: AccountId,
  {
    publicKey,
    amongCampaigns,
    activityId,
    hostId,
    from,
    to,
    freeWhileWaiting,
    overbooked,
    after,
    limit,
  }: SlotFilter,
): Promise<SlotDetails[]> {
  let select = reads
    .selectFrom("interaction")
    .innerJoin("slot", namedBy("interaction", "slot"))
    .selectAll("slot")
    .select(["interaction.public_key", "interaction.timezone"])
    .select(shownDuration.as("minutes"))
    .select((each) => waitingTickets(each, accountId).as("waiting"))
    .select(heldInSlot(accountId).as("held"))
    .where("interaction.account_id", "=", accountId);
  if (publicKey !== undefined) select = select.where("interaction.public_key", "=", publicKey);
  if (amongCampaigns) {
    select = select.where("interaction.public_key", "in", amongCampaigns);
  }
  if (activityId !== undefined) select = select.where("slot.activity_id", "=", activityId);
  if (hostId !== undefined) select = select.where("slot.host_id", "=", hostId);
  if (from !== undefined) select = select.where("slot.starting_at", ">=", from);
  if (to !== undefined) select = select.where("slot.starting_at", "<=", to);
  if (freeWhileWaiting === true) {
    select = select
      .whereRef("slot.taken", "<", "slot.capacity")
      .where((where) => where.exists(waitingForSeat(where, accountId)));
  }
  if (overbooked === true) select = select.whereRef("slot.taken", ">", "slot.capacity");
  if (after !== undefined) select = select.where((where) => isAfter(where, after));
  const rows = await select
    .orderBy("slot.starting_at")
    .orderBy("interaction.public_key")
    .orderBy("slot.activity_id")
    .orderBy("slot.host_id")
    .limit(limit)
    .execute();
  const windows = await readWindows(reads, accountId, rows);
  const types = await readShownTypes(
    reads,
    accountId,
    rows.map(({ number, waiting }) => ({ number, waits: waiting !== 0 })),
  );
  return rows.map((row) => ({
    ...toSlotDetails(row, types(row)),
    windows: windows(row),
  }));
}

/** Whether the slot stands behind another one in the list's order. */
function isAfter(
  where: ExpressionBuilder<Tables, "interaction" | "slot">,
  { startingAt, publicKey, activityId, hostId }: NonNullable<SlotFilter["after"]>,
) {
  return where(
    where.refTuple(
      "slot.starting_at",
      "interaction.public_key",
      "slot.activity_id",
      "slot.host_id",
    ),
    ">",
    where.tuple(startingAt, publicKey, activityId, toHostColumn(hostId)),
  );
}

/** Tickets of the slot's waitlisted bookings, without cancelled ones. */
function waitingTickets(
  each: ExpressionBuilder<Tables, "interaction" | "slot">,
  accountId: AccountId,
) {
  return each
    .selectFrom("booking")
    .innerJoin("ticket", namedBy("booking", "ticket"))
    .select((inner) => inner.fn.countAll<number>().as("total"))
    .where("booking.account_id", "=", accountId)
    .where(isAtSlot)
    .where("booking.booking_status", "=", "WAITLIST")
    .where("ticket.cancelled_at", "is", null);
}

type SlotRow = Tables["slot"] &
  Pick<Tables["interaction"], "public_key" | "timezone"> & {
    readonly minutes: number | null;
    readonly waiting: number | null;
    readonly held: number;
  };

function toSlotDetails(row: SlotRow, types: SlotDetails["types"]): Omit<SlotDetails, "windows"> {
  return {
    publicKey: row.public_key,
    timezone: row.timezone,
    activityId: row.activity_id,
    hostId: fromHostColumn(row.host_id),
    startingAt: row.starting_at,
    seats: { capacity: row.capacity, taken: row.taken, overbookedBy: row.overbooked_by },
    isClosed: row.closed_at !== null,
    held: row.held,
    heldUntil: row.held === 0 ? null : row.next_end_at,
    durationInMinutes: row.minutes,
    waitingTickets: row.waiting ?? 0,
    types,
  };
}

/** The bookings of the slot that wait for a seat: those of a limited ticket type with a live ticket. */
function waitingForSeat(where: ExpressionBuilder<Tables, "slot">, accountId: AccountId) {
  return where
    .selectFrom("booking")
    .innerJoin("ticket_type", numberedBy("ticket_type", "booking"))
    .innerJoin("ticket", namedBy("booking", "ticket"))
    .select("booking.id")
    .where("booking.account_id", "=", accountId)
    .where(isAtSlot)
    .where("booking.booking_status", "=", "WAITLIST")
    .where("ticket_type.has_limited_capacity", "=", 1)
    .where("ticket.cancelled_at", "is", null);
}

/** The facts that decide when a waitlisted booking moves up; of the entries at most `waitlistReadMax`. */
export interface WaitingState extends QueueState {
  readonly waitlist: readonly WaitlistEntry[];
}

const waitlistReadMax = 1000;

/** Reads the slot of a booking and its waitlist; null when there is no such booking. */
export async function readWaitingState(
  reads: Kysely<Tables>,
  accountId: AccountId,
  bookingId: BookingId,
): Promise<WaitingState | null> {
  const row = await reads
    .selectFrom("booking")
    .innerJoin("interaction", numberedBy("interaction", "booking"))
    .selectAll("booking")
    .select("interaction.waitlist_promotion")
    .where("booking.account_id", "=", accountId)
    .where("booking.id", "=", bookingId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return stateAt(reads, accountId, slotOfBooking(row), row.waitlist_promotion);
}

/** Reads the same of a slot by its names. */
export async function readSlotWaiting(
  reads: Kysely<Tables>,
  accountId: AccountId,
  named: NamedSlot,
): Promise<WaitingState | Refused<SeatRefusal>> {
  const slotKey = await findSlotKey(reads, accountId, named);
  if (isRefused<SeatRefusal>(slotKey)) return slotKey;
  const state = await stateAt(reads, accountId, slotKey, slotKey.promotion);
  return state ?? { refused: { why: "not-in-catalogue", field: "slot" } };
}

async function stateAt(
  reads: Kysely<Tables>,
  accountId: AccountId,
  slotKey: SlotKey,
  promotion: WaitlistPromotion,
): Promise<WaitingState | null> {
  const slot = await reads
    .selectFrom("slot")
    .select(["capacity", "taken", "overbooked_by"])
    .where((where) => where.and(slotConditions(accountId, slotKey)))
    .executeTakeFirst();
  if (slot === undefined) return null;
  return {
    seats: { capacity: slot.capacity, taken: slot.taken, overbookedBy: slot.overbooked_by },
    types: await readTypes(reads, accountId, slotKey),
    promotion,
    waitlist: await readWaiting(reads, accountId, slotKey, waitlistReadMax),
  };
}

/** The expected and the arrived attendees of a slot. */
export interface Arrivals {
  /** Live tickets of CONFIRMED bookings, of every ticket type. */
  readonly expected: number;
  /** The check-in times of their attendees, earliest first; milliseconds UTC. */
  readonly checkIns: readonly number[];
}

/** Reads the arrivals at a slot. */
export async function readArrivals(
  reads: Kysely<Tables>,
  accountId: AccountId,
  named: NamedSlot,
): Promise<Arrivals | Refused<SeatRefusal>> {
  const slotKey = await findSlotKey(reads, accountId, named);
  if (isRefused<SeatRefusal>(slotKey)) return slotKey;
  const slot = await reads
    .selectFrom("slot")
    .select("starting_at")
    .where((where) => where.and(slotConditions(accountId, slotKey)))
    .executeTakeFirst();
  if (slot === undefined) return { refused: { why: "not-in-catalogue", field: "slot" } };
  const rows = await reads
    .selectFrom("ticket")
    .select("attendee_checked_in_at as at")
    .where("account_id", "=", accountId)
    .where("booking_id", "in", confirmedIdsOf(reads, accountId, slotKey))
    .where("cancelled_at", "is", null)
    .orderBy("attendee_checked_in_at")
    .execute();
  return {
    expected: rows.length,
    checkIns: rows.flatMap(({ at }) => (at === null ? [] : [at])),
  };
}
