import { freeSeats } from "../../domain/seats.ts";
import type { Within } from "../accounts/audit.ts";
import { movesUpNow } from "../write/slot.ts";
import { writeRows } from "../write/write-batch.ts";
import { lockMoveUp, rowsOfMoveUp, type LockedSlot } from "./move-up.ts";

/** Gives the free seats of a locked slot to its waitlist, no earlier than `at`, where the campaign does so by itself. */
export async function letMoveUp(
  { transaction, accountId, audit }: Within,
  slot: LockedSlot,
  at: number = audit.now,
  onWritten?: () => Promise<void>,
): Promise<void> {
  if (freeSeats(slot.seats) === 0) return;
  const { interactionNumber } = slot.slotKey;
  if (!(await movesUpNow(transaction, accountId, interactionNumber))) return;
  const up = await lockMoveUp(transaction, accountId, slot, at, null);
  if (up.entries.length === 0) return;
  await writeRows(transaction, accountId, audit.now, rowsOfMoveUp(up, audit), onWritten);
}
