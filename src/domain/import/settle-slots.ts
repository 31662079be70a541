import { slotName, type CatalogueState } from "../catalogue/catalogue-state.ts";
import type { BadLine } from "../data-file/data-line.ts";
import { excessSeats, freeSeats, type SlotSeats } from "../seats.ts";
import { keyText, type SlotEffect } from "./decide-lines.ts";

/** A slot before and after the lines. */
export interface SettledSlot {
  readonly effect: SlotEffect;
  /** Null for a new slot. */
  readonly before: SlotSeats | null;
  readonly after: SlotSeats;
  /** By how many seats its excess over the capacity grows. */
  readonly grows: number;
}

/**
 * The slot after the lines; null where it does not change. A slot that nothing defines has no capacity; its
 * bookings are bad lines for that. Seats are live tickets of CONFIRMED bookings with limited ticket types.
 */
export function settleSlot(effect: SlotEffect, before: SlotSeats | null): SettledSlot | null {
  const capacity = effect.capacity ?? before?.capacity;
  if (capacity === undefined) return null;
  if (effect.seats === 0 && capacity === before?.capacity) return null;
  const taken = (before?.taken ?? 0) + effect.seats;
  const excess = excessSeats({ capacity, taken, overbookedBy: 0 });
  const after = { capacity, taken, overbookedBy: excess };
  const grows = Math.max(0, excess - (before === null ? 0 : excessSeats(before)));
  return { effect, before, after, grows };
}

export function settleSlots(
  effects: ReadonlyMap<string, SlotEffect>,
  { slots }: Pick<CatalogueState, "slots">,
): SettledSlot[] {
  return Array.from(effects.values()).flatMap((effect) => {
    const settled = settleSlot(effect, slots.get(slotName(effect.place)) ?? null);
    return settled === null ? [] : [settled];
  });
}

/** The fault of a slot whose excess grows: a slot that was overbooked before may stay as it was. */
export function overfullLine({ effect, after }: SettledSlot): BadLine {
  const { place, line, typeLine, firstBooking } = effect;
  return {
    line: line ?? typeLine ?? firstBooking ?? 0,
    kind: "slot",
    key: keyText({
      kind: "slot",
      ...place,
      capacity: after.capacity,
      slot_duration_in_minutes: undefined,
    }),
    field: "capacity",
    expected: `at least ${after.taken}, as many as there are live tickets of CONFIRMED bookings with limited ticket types`,
  };
}

/**
 * Whether somebody may move up in a known slot: it has more free seats, or one of its bookings changes. A slot of
 * which the file says only what is new stays as the file has it, so that the file means the same wherever it is
 * imported.
 */
export function mayMoveUp(
  { changesBooking }: SlotEffect,
  before: SlotSeats,
  after: SlotSeats,
): boolean {
  return changesBooking || freeSeats(after) > freeSeats(before);
}

/** How many of the slot's new bookings wait beside free seats, because an import promotes nobody whom it adds (B64). */
export function waitingBesideSeats(
  effect: SlotEffect,
  before: SlotSeats | null,
  after: SlotSeats,
): number {
  const isPromoted = before !== null && mayMoveUp(effect, before, after);
  return isPromoted || freeSeats(after) === 0 ? 0 : effect.waiting;
}
