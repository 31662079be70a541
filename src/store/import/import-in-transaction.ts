import { recordAudit } from "../accounts/audit.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import { ChangedMeanwhile, type Attempt } from "./attempt.ts";
import { countBadLines } from "./bad-lines.ts";
import { overbooked, recountSeats } from "./count-seats.ts";
import type { ImportAnswer, ImportOrder } from "./import-order.ts";
import { inspectFile } from "./inspect-file.ts";
import { lockSlots } from "./load-slots.ts";
import { promoteWaiting } from "./promote-waiting.ts";
import type { ImportCounts, Repeats } from "./tally.ts";
import { writeBookings } from "./write-bookings.ts";
import { writeCapacityEvents } from "./write-capacity-events.ts";
import { writeCatalogue, writeKnownSlots } from "./write-catalogue.ts";

export interface TransactionOrder extends ImportOrder {
  /** The waitlist gets no seats yet: bookings of the same slots follow in another transaction. */
  readonly keepsSeats?: boolean;
}

/**
 * Checks the lines and writes them if none is bad. Outside the transaction it writes only to the scratch
 * database, from which another attempt deletes it.
 */
export async function importInTransaction(
  attempt: Attempt,
  order: TransactionOrder,
  repeats: Repeats,
): Promise<ImportAnswer> {
  const { transaction, locked, accountId } = attempt;
  // Each import of an account compares with what the one before it wrote.
  await lockAccount(transaction, locked, accountId);
  await order.beforeWriting?.(transaction);
  const answer = await inspectFile(attempt, order, repeats);
  if ("errors" in answer || order.dryRun) return answer;
  await writeCatalogue(attempt);
  await writeBookings(attempt, order.audit, progressOf(answer, order.onWriting));
  await settleSeats(attempt, order.allowOverbooked);
  await writeCapacityEvents(attempt, order.audit);
  if (order.keepsSeats !== true) await promoteWaiting(attempt, order.audit);
  const { kept_bookings: _, overwritten_bookings: __, warnings: ___, ...counts } = answer;
  await (order.record?.(transaction) ??
    recordAudit(transaction, order.audit, "data imported", accountId, "data file", {
      ...counts,
      overbooked: overbooked(attempt.scratch),
    }));
  return answer;
}

/** The last step: from here to the commit, no other transaction can take or release these seats. */
async function settleSeats(attempt: Attempt, allowOverbooked: boolean): Promise<void> {
  if (!attempt.scratch.has("slot")) return;
  await lockSlots(attempt);
  recountSeats(attempt, allowOverbooked);
  if (countBadLines(attempt.scratch) > 0) throw new ChangedMeanwhile();
  await writeKnownSlots(attempt);
}

/** After how many rows progress is reported. */
const progressEvery = 1000;

/** A booking is written into three tables: its own, its tickets and its history. */
export const rowsPerBooking = 3;

function progressOf(counts: ImportCounts, onWriting: ImportOrder["onWriting"]): () => void {
  const bookings = (counts.created.booking ?? 0) + (counts.updated.booking ?? 0);
  const total = bookings * rowsPerBooking;
  let done = 0;
  return () => {
    done += 1;
    if (done % progressEvery === 0 || done === total) onWriting(done, total);
  };
}
