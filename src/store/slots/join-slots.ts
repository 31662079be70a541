import { slotClosed } from "../../domain/booking-window.ts";
import type { Refused, SeatRefusal } from "../../domain/refusal.ts";
import { freeSeats, type SlotState } from "../../domain/seats.ts";
import type { Within } from "../accounts/audit.ts";
import type { KnownSlot } from "../write/named-slot.ts";
import { readTypes } from "../write/type-limits.ts";

/** A slot that changes, and the slot that gets its contents. */
export interface BothSlots {
  readonly from: KnownSlot;
  /** Its number is 0 where there is no such slot yet. */
  readonly target: KnownSlot;
}

/** The seats of both. */
export interface BothSeats {
  /** Of `from`. */
  readonly there: SlotState;
  /** Of `target`; null where there is no such slot yet. */
  readonly here: SlotState | null;
}

/** Both slots together have to keep within the capacity of the one that stays, and to limit types alike. */
export async function refuseJoining(
  { transaction, accountId }: Within,
  { from, target }: BothSlots,
  { there, here }: BothSeats,
): Promise<Refused<SeatRefusal> | null> {
  if (here === null) return null;
  if (here.closedAt !== null) return { refused: slotClosed(here.closedAt, target.timezone) };
  if (there.taken > 0 && there.taken > freeSeats(here)) {
    return { refused: { why: "seats-missing", needs: there.taken, free: freeSeats(here) } };
  }
  const [left, entered] = await Promise.all([
    readTypes(transaction, accountId, from),
    readTypes(transaction, accountId, target),
  ]);
  for (const [ticketType, type] of left) {
    const other = entered.get(ticketType);
    if (other?.own !== type.own) return { refused: { why: "type-limits-differ", ticketType } };
    const needs = type.seats?.taken ?? 0;
    const free = other?.seats == null ? needs : freeSeats(other.seats);
    if (needs > free) return { refused: { why: "seats-missing", needs, free, ticketType } };
  }
  return null;
}
