/*
 * Lines that change the limit of a ticket type.
 *
 * A ticket type whose limit in each slot changes locks all slots of its activity: what takes a seat reads the limit
 * under the lock of its slot.
 *
 * A ticket type that becomes limited, or ceases to be, changes the seats of all its bookings, also in slots that the
 * file does not name (B400). An import locks what these seats depend on: the CONFIRMED bookings, then all slots of
 * their activities, because a booking is locked before its slot. A change that holds one of them uses the old limit. A
 * later one uses the new limit: a cancel reads it under the lock of its booking, and what takes a seat under that of
 * the slot. No slot is added meanwhile, because that takes the account's lock.
 */

import type { SelectQueryBuilder } from "kysely";
import { recordAfter, slotName, type SlotPlace } from "../../domain/catalogue/catalogue-state.ts";
import type { FileLine } from "../../domain/data-file/data-line.ts";
import type { LimitChangeInSlot } from "../../domain/import/decide-booking-line.ts";
import { limitChangeOf } from "../../domain/import/settle-slots.ts";
import type { CatalogueAround } from "../catalogue/load-catalogue.ts";
import { namedBy, numberedBy } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { fromHostColumn } from "../write/slot.ts";
import { ChangedMeanwhile, type ImportTransaction } from "./import-target.ts";

/** A ticket type whose limit a line changes. */
export interface LimitChange {
  readonly line: number;
  /** Whether its bookings begin or cease to take seats; else only its limit in each slot changes. */
  readonly changesSeats: boolean;
  readonly interaction: string;
  readonly interactionId: string;
  readonly activity: string;
  readonly id: string;
  readonly isLimited: boolean;
}

/** The ticket types whose limit the lines change. */
export function limitChangesIn(
  lines: readonly FileLine[],
  catalogue: CatalogueAround,
): LimitChange[] {
  return lines.flatMap(({ line, content }) => {
    const change = content.kind === "ticket_type" ? limitChangeOf(content, catalogue) : null;
    if (content.kind !== "ticket_type" || change === null) return [];
    const { interaction, activity, id, has_limited_capacity: isLimited } = content;
    const interactionId = recordAfter(catalogue, "interaction", interaction)?.id;
    if (interactionId == null) throw new Error("The campaign of a known ticket type has an id.");
    const changesSeats = change === "seats";
    return [{ line, changesSeats, interaction, interactionId, activity, id, isLimited }];
  });
}

/** Locks the CONFIRMED bookings of the types whose seats change, and waits for each. */
export async function lockBookingsOf(
  within: ImportTransaction,
  types: readonly LimitChange[],
): Promise<void> {
  for (const type of types.filter(({ changesSeats }) => changesSeats)) {
    const inOrder = confirmedOf(within, type).select("booking.id").orderBy("booking.id");
    await countRows(within, within.engine.locked(inOrder, "booking"));
  }
}

/**
 * Locks the bookings of these types that were made before the slots were locked. A cancel that holds one waits for its
 * slot, so the import does not wait for the cancel: it throws `ChangedMeanwhile`.
 */
export async function refuseLateBookings(
  within: ImportTransaction,
  types: readonly LimitChange[],
): Promise<void> {
  for (const type of types.filter(({ changesSeats }) => changesSeats)) {
    const bookings = confirmedOf(within, type).select("booking.id");
    const locked = await countRows(within, within.engine.lockedIfFree(bookings, ["booking"]));
    if (locked < (await countRows(within, bookings))) throw new ChangedMeanwhile();
  }
}

/** A slot of the activity of a ticket type whose limit changes. */
interface SlotOfType {
  readonly type: LimitChange;
  readonly place: SlotPlace;
}

/** Finds the slots of the activities of these types. */
export async function readSlotsOf(
  { transaction, accountId }: ImportTransaction,
  types: readonly LimitChange[],
): Promise<SlotOfType[]> {
  const slots: SlotOfType[] = [];
  for (const type of types) {
    const rows = await transaction
      .selectFrom("slot")
      .select(["host_id", "starting_at"])
      .where("account_id", "=", accountId)
      .where("interaction_id", "=", type.interactionId)
      .where("activity_id", "=", type.activity)
      .execute();
    slots.push(...rows.map((row) => ({ type, place: placeOf(row, type) })));
  }
  return slots;
}

/** Counts the seats that each of these slots gains or loses. */
export async function countSeats(
  within: ImportTransaction,
  slots: readonly SlotOfType[],
): Promise<LimitChangeInSlot[]> {
  const taken = new Map<LimitChange, ReadonlyMap<string, number>>();
  for (const type of new Set(slots.map((slot) => slot.type))) {
    if (type.changesSeats) taken.set(type, await countTaken(within, type));
    await within.pause();
  }
  return slots.map(({ type, place }) => {
    const seats = taken.get(type)?.get(slotName(place)) ?? 0;
    const { id: ticketType, line, isLimited } = type;
    return { place, ticketType, seats: isLimited ? seats : -seats, line };
  });
}

/** The live tickets of CONFIRMED bookings of a type, and the tickets that are held for it, by `slotName`. */
async function countTaken(
  within: ImportTransaction,
  type: LimitChange,
): Promise<ReadonlyMap<string, number>> {
  const taken = new Map<string, number>();
  for (const row of [
    ...(await liveTicketsBySlot(within, type)),
    ...(await heldBySlot(within, type)),
  ]) {
    const name = slotName(placeOf(row, type));
    taken.set(name, (taken.get(name) ?? 0) + row.live);
  }
  return taken;
}

function placeOf(
  row: { readonly host_id: string; readonly starting_at: number },
  { interaction, activity }: LimitChange,
): SlotPlace {
  return { interaction, activity, host: fromHostColumn(row.host_id), starting_at: row.starting_at };
}

async function countRows(
  { transaction }: ImportTransaction,
  rows: SelectQueryBuilder<Tables, "booking", { id: string }>,
): Promise<number> {
  const { total } = await transaction
    .selectFrom(rows.as("rows"))
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

// The statement reads all bookings of the account. An index from ticket types to bookings would cost
// every booking a write, for a change that is rare.
function confirmedOf({ transaction, accountId }: ImportTransaction, type: LimitChange) {
  return transaction
    .selectFrom("booking")
    .where("booking.account_id", "=", accountId)
    .where("booking.ticket_type_number", "=", (select) =>
      select
        .selectFrom("ticket_type")
        .select("ticket_type.number")
        .where("ticket_type.account_id", "=", accountId)
        .where("ticket_type.interaction_id", "=", type.interactionId)
        .where("ticket_type.activity_id", "=", type.activity)
        .where("ticket_type.id", "=", type.id),
    )
    .where("booking.booking_status", "=", "CONFIRMED");
}

function liveTicketsBySlot(within: ImportTransaction, type: LimitChange) {
  return confirmedOf(within, type)
    .innerJoin("ticket", namedBy("booking", "ticket"))
    .innerJoin("slot", numberedBy("slot", "booking"))
    .select((select) => [
      "slot.host_id",
      "slot.starting_at",
      select.fn.countAll<number>().as("live"),
    ])
    .where("ticket.cancelled_at", "is", null)
    .groupBy("slot.host_id")
    .groupBy("slot.starting_at")
    .execute();
}

function heldBySlot({ transaction, accountId }: ImportTransaction, type: LimitChange) {
  return transaction
    .selectFrom("slot")
    .innerJoin("hold", (join) =>
      join
        .onRef("hold.account_id", "=", "slot.account_id")
        .onRef("hold.slot_number", "=", "slot.number"),
    )
    .innerJoin("ticket_type", numberedBy("ticket_type", "hold"))
    .select(["slot.host_id", "slot.starting_at", "hold.tickets as live"])
    .where("slot.account_id", "=", accountId)
    .where("slot.interaction_id", "=", type.interactionId)
    .where("slot.activity_id", "=", type.activity)
    .where("ticket_type.id", "=", type.id)
    .where("hold.state", "=", "live")
    .execute();
}
