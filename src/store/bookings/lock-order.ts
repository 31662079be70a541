import type { SlotKey } from "./slot-key.ts";

/**
 * The result of a transaction that took its locks in the wrong order and therefore writes nothing: an entry of
 * a waitlist is locked after its slot, and every other booking before it.
 */
export interface WrongLockOrder {
  /** The slot to lock before the booking; null to lock the booking first. */
  readonly lockFirst: SlotKey | null;
}

/**
 * Runs a transaction that locks the booking first. The right order is known only after the booking was read:
 * where the transaction asks for another order, it runs again in that one.
 */
export async function inLockOrder<T extends object>(
  attempt: (slotLockedFirst: SlotKey | null) => Promise<T | WrongLockOrder>,
): Promise<T> {
  let slotLockedFirst: SlotKey | null = null;
  for (;;) {
    const result: T | WrongLockOrder = await attempt(slotLockedFirst);
    if (!("lockFirst" in result)) return result;
    slotLockedFirst = result.lockFirst;
  }
}
