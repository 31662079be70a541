import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import { badFile, type SpooledFile } from "./check-file.ts";
import { resultOf, type ImportAnswer, type ImportOrder } from "./import-order.ts";
import { inTransaction, type ImportTarget } from "./import-target.ts";
import { promoteSwitched } from "./promote-waiting.ts";
import { rowsPerBooking } from "./import-in-portions.ts";
import { writePortion } from "./write-portion.ts";

/**
 * Imports a file in one transaction, which also gives freed seats to the waitlists.
 *
 * Until it is committed, others take a campaign that it switches to automatic promotion for a manual one: a
 * booking may begin a waitlist that the transaction did not see, and a cancel there promotes nobody. So the
 * waitlists of such a campaign are looked for again after the commit.
 */
export async function importAtOnce(
  target: ImportTarget,
  { spool, faults, repeats }: SpooledFile,
  order: ImportOrder,
  atThisMoment: () => AuditContext,
): Promise<ImportAnswer> {
  const lines = [...spool.catalogueLines(), ...spool.slotLines()].flat();
  const isOnlyChecked = order.dryRun || faults.total > 0;
  let rows = 0;
  const { report, bad, switched } = await inTransaction(target, (within) =>
    writePortion(within, lines, spool, {
      ...order,
      dryRun: isOnlyChecked,
      repeats,
      leavesOut: false,
      keepsSeats: false,
      atThisMoment,
      onDecided: (decided) => {
        const bookings =
          (decided.of("created").booking ?? 0) + (decided.of("updated").booking ?? 0);
        rows = bookings * rowsPerBooking;
      },
      onWritten: (share) => {
        if (rows > 0) order.onWriting(Math.floor(share * rows), rows);
      },
      record: ({ transaction, accountId }, audit, portion) =>
        recordAudit(transaction, audit, "data imported", accountId, "data file", {
          ...portion.report.counts(spool.read),
          overbooked: portion.overbooked,
        }),
    }),
  );
  const all = faults.copy();
  for (const each of bad) all.push(each);
  if (all.total > 0) return badFile(all, order);
  if (!order.dryRun) await promoteSwitched(target, atThisMoment, switched);
  return resultOf(report, spool.read, order);
}
