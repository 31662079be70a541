import { namedBy } from "../keys.ts";
import { nameOf, recordAfter, type SlotPlace } from "../../domain/catalogue/catalogue-state.ts";
import type { SwitchedSeats } from "../../domain/import/decide-booking-line.ts";
import type { FileLine } from "../../domain/import/decide-lines.ts";
import { switchesLimit } from "../../domain/import/switched-queues.ts";
import type { CatalogueAround } from "../catalogue/load-catalogue.ts";
import { fromHostColumn } from "../write/slot.ts";
import { ChangedMeanwhile, type Within } from "./import-target.ts";

/*
 * A ticket type whose limit in each slot changes locks all slots of its activity: what takes a seat reads the limit
 * under the lock of its slot.
 *
 * A ticket type that becomes limited, or ceases to be, changes the seats of all its bookings, also in slots that the
 * file does not name (B400). An import locks what these seats depend on: the CONFIRMED bookings, then all slots of
 * their activities, because a booking is locked before its slot. A change that holds one of them uses the old limit. A
 * later one uses the new limit: a cancel reads it under the lock of its booking, and what takes a seat under that of
 * the slot. No slot is added meanwhile, because that takes the account's lock.
 */

interface SwitchedType {
  readonly line: number;
  /** Whether its bookings begin or cease to take seats; else only its limit in each slot changes. */
  readonly switchesSeats: boolean;
  readonly interaction: string;
  readonly interactionId: string;
  readonly activity: string;
  readonly id: string;
  readonly isLimited: boolean;
}

/** The ticket types whose limit the lines switch. */
export function switchedTypes(
  lines: readonly FileLine[],
  catalogue: CatalogueAround,
): SwitchedType[] {
  return lines.flatMap(({ line, content }) => {
    const switches = content.kind === "ticket_type" ? switchesLimit(content, catalogue) : null;
    if (content.kind !== "ticket_type" || switches === null) return [];
    const { interaction, activity, id, has_limited_capacity: isLimited } = content;
    const interactionId = recordAfter(catalogue, "interaction", interaction)?.id ?? "";
    const switchesSeats = switches === "seats";
    return [{ line, switchesSeats, interaction, interactionId, activity, id, isLimited }];
  });
}

/** Locks the CONFIRMED bookings of these types. */
export async function lockSwitched(within: Within, types: readonly SwitchedType[]): Promise<void> {
  for (const type of types.filter(({ switchesSeats }) => switchesSeats)) {
    await lockBookings(within, type, "waiting");
  }
}

/**
 * Locks the bookings that were made before the slots were locked. A cancel that holds one waits for its slot, so the
 * import does not wait for the cancel.
 */
export async function refuseLateBookings(
  within: Within,
  types: readonly SwitchedType[],
): Promise<void> {
  for (const type of types.filter(({ switchesSeats }) => switchesSeats)) {
    const kept = await lockBookings(within, type, "free");
    const { total } = await bookingsOf(within, type)
      .select((select) => select.fn.countAll<number>().as("total"))
      .executeTakeFirstOrThrow();
    if (kept < total) throw new ChangedMeanwhile();
  }
}

/** The slots of the types' activities, with the seats that each gains or loses. */
export async function countSwitched(
  within: Within,
  types: readonly SwitchedType[],
): Promise<SwitchedSeats[]> {
  const all: SwitchedSeats[] = [];
  for (const type of types) {
    const { interaction, activity, line, isLimited, id: ticketType, switchesSeats } = type;
    const live = new Map<string, number>();
    for (const row of switchesSeats ? await liveTicketsBySlot(within, type) : []) {
      live.set(nameOf("slot", row.host_id, row.slot_starting_at), row.live);
    }
    for (const row of await slotsOf(within, type)) {
      const place: SlotPlace = {
        interaction,
        activity,
        host: fromHostColumn(row.host_id),
        starting_at: row.starting_at,
      };
      const seats = live.get(nameOf("slot", row.host_id, row.starting_at)) ?? 0;
      all.push({ place, ticketType, seats: isLimited ? seats : -seats, line });
    }
    await within.pause();
  }
  return all;
}

/** Returns how many bookings it has locked; with `free`, those that no other transaction holds. */
async function lockBookings(
  within: Within,
  type: SwitchedType,
  locking: "waiting" | "free",
): Promise<number> {
  const { transaction, engine } = within;
  const ids = bookingsOf(within, type).select("booking.id");
  const kept =
    locking === "free" ? engine.lockedIfFree(ids, ["booking"]) : engine.locked(ids, "booking");
  const { total } = await transaction
    .selectFrom(kept.as("kept"))
    .select((select) => select.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  return total;
}

function slotsOf({ transaction, accountId }: Within, type: SwitchedType) {
  return transaction
    .selectFrom("slot")
    .select(["host_id", "starting_at"])
    .where("account_id", "=", accountId)
    .where("interaction_id", "=", type.interactionId)
    .where("activity_id", "=", type.activity)
    .execute();
}

// The statement reads all bookings of the account. An index from ticket types to bookings would cost
// every booking a write, for a change that is rare.
function bookingsOf({ transaction, accountId }: Within, type: SwitchedType) {
  return transaction
    .selectFrom("booking")
    .where("booking.account_id", "=", accountId)
    .where("booking.interaction_id", "=", type.interactionId)
    .where("booking.activity_id", "=", type.activity)
    .where("booking.ticket_type_id", "=", type.id)
    .where("booking.booking_status", "=", "CONFIRMED");
}

function liveTicketsBySlot(within: Within, type: SwitchedType) {
  return bookingsOf(within, type)
    .innerJoin("ticket", namedBy("booking", "ticket"))
    .select((select) => [
      "booking.host_id",
      "booking.slot_starting_at",
      select.fn.countAll<number>().as("live"),
    ])
    .where("ticket.cancelled_at", "is", null)
    .groupBy("booking.host_id")
    .groupBy("booking.slot_starting_at")
    .execute();
}
