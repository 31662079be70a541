import type { SlotSeats } from "../../domain/seats.ts";

/** A slot, by the columns of its key; `hostId` is `""` where there is no choice of hosts (B13). */
export interface SlotKey {
  readonly interactionId: string;
  readonly activityId: string;
  readonly hostId: string;
  /** Milliseconds UTC. */
  readonly startingAt: number;
}

/** The slot's key, as conditions on the table of slots. */
export function slotConditions(accountId: number, slotKey: SlotKey) {
  return { account_id: accountId, ...slotKeyColumns(slotKey) } as const;
}

/** The slot's key, as conditions on the table of bookings. */
export function bookingConditions(accountId: number, slotKey: SlotKey) {
  const { starting_at, ...key } = slotConditions(accountId, slotKey);
  return { ...key, slot_starting_at: starting_at } as const;
}

/** The slot's row with these seats. */
export function slotRow(slotKey: SlotKey, { capacity, taken, overbookedBy }: SlotSeats) {
  return { ...slotKeyColumns(slotKey), capacity, taken, overbooked_by: overbookedBy } as const;
}

export function isSameSlot(one: SlotKey, other: SlotKey): boolean {
  return inLockingOrder(one, other) === 0;
}

/** The order in which a transaction locks several slots, so that no two transactions wait for each other. */
export function inLockingOrder(one: SlotKey, other: SlotKey): number {
  return (
    compareText(one.interactionId, other.interactionId) ||
    compareText(one.activityId, other.activityId) ||
    compareText(one.hostId, other.hostId) ||
    one.startingAt - other.startingAt
  );
}

function compareText(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The columns of the slot's key, beside the account. */
export function slotKeyColumns({ interactionId, activityId, hostId, startingAt }: SlotKey) {
  return {
    interaction_id: interactionId,
    activity_id: activityId,
    host_id: hostId,
    starting_at: startingAt,
  } as const;
}
