/*
 * A large file, beside callers who cancel (B214):
 *
 * 1. The whole file is checked against the account as it is at one moment, in a snapshot that locks
 *    nothing. A bad file ends here.
 * 2. What is new or changes is put in order, all lines of a slot together. Where that is little, it is
 *    one portion.
 * 3. The catalogue but for slots is written, then the slots with their bookings, in portions. The first of
 *    them writes to the audit log that the import has begun. Each is an import of its lines by itself, with
 *    locks and decisions of its own. After each of them others can get the write lock.
 * 4. Waitlists get the seats that were freed, and the audit log gets the counts of the whole.
 *
 * An import that breaks off leaves whole portions. The same file again finds their lines unchanged and
 * writes the others.
 *
 * A changed limit counts the seats of all bookings anew, so these portions share one transaction. A slot may
 * be too full between them, and is looked at again before the end.
 */

import { resultOf, type ImportAnswer } from "../../domain/import/import-report.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import { formatInstant } from "../../domain/instant.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { badFile, checkFile, type CheckedFile, type SpooledFile } from "./check-file.ts";
import {
  type BegunRun,
  inSnapshot,
  inTransaction,
  partOf,
  type ImportTarget,
  type ImportTransaction,
} from "./import-target.ts";
import { inChunks } from "./in-chunks.ts";
import { moveUpInSteps, moveLateWaitlistsUp, waitlistsWithSeats } from "./move-waitlists-up.ts";
import { refuseOverfull } from "./refuse-overfull.ts";
import { findUnfinished, recordEnded } from "./unfinished-import.ts";
import { writePortions, type FileImport, type WrittenFile } from "./write-portions.ts";

export async function importInPortions(
  target: ImportTarget,
  file: SpooledFile,
  rules: ImportRules,
  run: BegunRun,
): Promise<ImportAnswer> {
  const { engine, accountId } = target;
  const digest = run.digest?.() ?? null;
  const unfinished = await findUnfinished(engine.reads, accountId, digest);
  const check = (within: ImportTransaction) => checkFile(within, file, rules, unfinished !== null);
  const checked = await inSnapshot(target, check);
  if (checked.bad.total > 0) return badFile(checked.bad, rules);
  if (rules.dryRun) return resultOf(checked.report, file.spool.read, rules);
  const importing = { rules, run, digest, unfinished };
  const written = checked.changesLimit
    ? await writeTogether(target, check, importing)
    : await writeOneByOne(target, checked, importing);
  if ("bad" in written) return badFile(written.bad, rules);
  await moveUpAfterwards(target, written.checked, run.atThisMoment, {
    isEvery: (unfinished?.updated.slot ?? 0) + (unfinished?.updated.booking ?? 0) > 0,
  });
  const { report, leftOut, overbooked, begun } = written;
  if (unfinished !== null) {
    report.complete("created", unfinished.created, written.checked.report.of("created"));
    report.complete("updated", unfinished.updated, written.checked.report.of("updated"));
  }
  const left = { left_out: leftOut.total, left_out_lines: leftOut.first };
  const ofUnfinished = unfinished && { completes: { begun_at: formatInstant(unfinished.at) } };
  const details = { ...ofUnfinished, ...(leftOut.total > 0 && left) };
  await engine.write((transaction) =>
    recordEnded(transaction, run.atThisMoment(), accountId, {
      import: begun.import,
      ...report.counts(file.spool.read),
      ...details,
      overbooked,
    }),
  );
  return { ...resultOf(report, file.spool.read, rules), ...details };
}

/** Writes each portion in a transaction of its own. */
function writeOneByOne(
  target: ImportTarget,
  checked: CheckedFile,
  importing: FileImport,
): Promise<WrittenFile> {
  return target.engine.series((write, isAwaited) =>
    writePortions({ ...target, write }, checked, importing, { isJoined: false, isAwaited }),
  );
}

/** Writes all portions in one transaction, which checks the file again. Returns the bad lines where it finds some. */
function writeTogether(
  target: ImportTarget,
  check: (within: ImportTransaction) => Promise<CheckedFile>,
  importing: FileImport,
): Promise<WrittenFile | Pick<CheckedFile, "bad">> {
  return inTransaction(target, async (within) => {
    const checked = await check({ ...within, mayLock: false });
    if (checked.bad.total > 0) return { bad: checked.bad };
    const joining = { isJoined: true, isAwaited: null };
    const written = await writePortions(partOf(within), checked, importing, joining);
    if (!importing.rules.allowOverbooked) await refuseOverfull(within, checked.plan);
    return written;
  });
}

/** How many slots are asked about at a time. */
const slotsAtOnce = 500;

/** Gives the seats that are left to the waitlists, also to those that began before the campaign or ticket type changed. */
async function moveUpAfterwards(
  target: ImportTarget,
  { plan, waitlists }: CheckedFile,
  atThisMoment: () => AuditContext,
  { isEvery }: { readonly isEvery: boolean },
): Promise<void> {
  const reading = { ...target, transaction: target.engine.reads };
  for (const some of inChunks(plan.slots.freed(isEvery), slotsAtOnce)) {
    await moveUpInSteps(target, atThisMoment, await waitlistsWithSeats(reading, some));
  }
  await moveLateWaitlistsUp(target, atThisMoment, waitlists);
}
