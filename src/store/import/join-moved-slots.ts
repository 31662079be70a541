import type { Scratch } from "./scratch.ts";

/**
 * Gives slots that moving bookings connect, directly or over others, one number: the lowest of theirs.
 * Fills `slot_group`, in which a slot without a move has no row.
 */
export function joinMovedSlots(scratch: Scratch): void {
  const lower = new Map<number, number>();
  const groupOf = (slot: number): number => {
    let group = slot;
    for (let next = lower.get(group); next !== undefined; next = lower.get(group)) group = next;
    return group;
  };
  const moves = scratch.select<[from: number, to: number]>(`
    select found_move.slot_no, booking.slot_no
    from found_move
    join booking using (no)`);
  for (const move of moves) {
    const [one, other] = [groupOf(move[0]), groupOf(move[1])];
    if (one !== other) lower.set(Math.max(one, other), Math.min(one, other));
  }
  const insert = scratch.prepare("insert into slot_group values (?, ?)");
  for (const slot of lower.keys()) insert.run(slot, groupOf(slot));
}
