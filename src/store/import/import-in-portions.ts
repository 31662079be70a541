import { randomUUID } from "node:crypto";
import type { BadLine } from "../../domain/data-file/data-line.ts";
import {
  badLinesListed,
  FirstByLine,
  type ImportReport,
  resultOf,
  type ImportAnswer,
} from "../../domain/import/import-report.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import { formatInstant } from "../../domain/instant.ts";
import { excessSeats, type SlotSeats } from "../../domain/seats.ts";
import type { AuditContext } from "../accounts/audit.ts";
import { badFile, checkFile, type CheckedFile, type SpooledFile } from "./check-file.ts";
import {
  type BegunRun,
  ChangedMeanwhile,
  inSnapshot,
  inTransaction,
  partOf,
  prepareEventLoopYielder,
  type ImportTarget,
  type Within,
} from "./import-target.ts";
import { loadSeats } from "./load-state.ts";
import { PortionSize } from "./portion-size.ts";
import { readLimitedTypes } from "../write/type-limits.ts";
import { promoteInSteps, promoteWaitlists, waitlistsWithSeats } from "./promote-waiting.ts";
import { definitionsOf } from "../catalogue/load-catalogue.ts";
import { findUnfinished, recordBegun, recordEnded, type BegunImport } from "./unfinished-import.ts";
import { writePortion } from "./portion.ts";

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

/**
 * So many slots and bookings are written in one transaction. It holds SQLite's write lock, and cancels wait for it at
 * most two seconds, also where a busy processor gives the operator's thread a tenth of its time.
 */
export const linesInOneTransaction = 1_000;

/** A booking is written into three tables: its own, its tickets and its history. */
export const rowsPerBooking = 3;

export async function importInPortions(
  target: ImportTarget,
  file: SpooledFile,
  rules: ImportRules,
  run: BegunRun,
): Promise<ImportAnswer> {
  const { engine, accountId } = target;
  const { atThisMoment } = run;
  const digest = run.digest?.() ?? null;
  const unfinished = await findUnfinished(engine.reads, accountId, digest);
  const checkIn = (within: Within) => checkFile(within, file, rules, unfinished !== null);
  let checked = await inSnapshot(target, checkIn);
  if (checked.bad.total > 0) return badFile(checked.bad, rules);
  if (rules.dryRun) return resultOf(checked.report, file.spool.read, rules);
  const write = (
    within: ImportTarget,
    isJoined: boolean,
    isAwaited: (() => boolean) | null = null,
  ) => {
    const [created, updated] = [checked.report.of("created"), checked.report.of("updated")];
    const begun = unfinished ?? { import: randomUUID(), digest, created, updated };
    const portions = {
      checked,
      begun,
      isBegun: unfinished !== null,
      isJoined,
      isAwaited,
    };
    return writePortions(within, rules, run, portions);
  };
  let written: WrittenFile | null = null;
  if (checked.changesLimit) {
    written = await inTransaction(target, async (within) => {
      checked = await checkIn({ ...within, holdsLocks: false });
      if (checked.bad.total > 0) return null;
      const joined = await write(partOf(within), true);
      if (!rules.allowOverbooked) await refuseOverfull(within, checked);
      return joined;
    });
    if (written === null) return badFile(checked.bad, rules);
  } else {
    written = await engine.series((series, isAwaited) =>
      write({ ...target, write: series }, false, isAwaited),
    );
  }
  const { report, leftOut, overbooked, begun } = written;
  await promoteAfterwards(target, checked, atThisMoment, {
    isEvery: (unfinished?.updated.slot ?? 0) + (unfinished?.updated.booking ?? 0) > 0,
  });
  if (unfinished !== null) {
    report.complete("created", unfinished.created, checked.report.of("created"));
    report.complete("updated", unfinished.updated, checked.report.of("updated"));
  }
  const left = { left_out: leftOut.total, left_out_lines: leftOut.first };
  const ofUnfinished = unfinished && { completes: { begun_at: formatInstant(unfinished.at) } };
  const details = { ...ofUnfinished, ...(leftOut.total > 0 && left) };
  await engine.write((transaction) =>
    recordEnded(transaction, atThisMoment(), accountId, {
      import: begun.import,
      ...report.counts(file.spool.read),
      ...details,
      overbooked,
    }),
  );
  return { ...resultOf(report, file.spool.read, rules), ...details };
}

interface WrittenFile {
  readonly report: ImportReport;
  readonly leftOut: FirstByLine<BadLine>;
  readonly overbooked: { slots: number; seats: number };
  readonly begun: BegunImport;
}

async function writePortions(
  target: ImportTarget,
  rules: ImportRules,
  run: BegunRun,
  {
    checked: { plan, report: found },
    begun,
    isBegun,
    isJoined,
    isAwaited,
  }: {
    readonly checked: CheckedFile;
    readonly begun: BegunImport;
    /** Whether the audit log has its beginning. */
    readonly isBegun: boolean;
    /** Whether all portions share one transaction. */
    readonly isJoined: boolean;
    /** As in `Engine.series`. */
    readonly isAwaited: (() => boolean) | null;
  },
): Promise<WrittenFile> {
  const report = found.forPortions();
  const leftOut = new FirstByLine<BadLine>(badLinesListed);
  const overbooked = { slots: 0, seats: 0 };
  const bookings = (found.of("created").booking ?? 0) + (found.of("updated").booking ?? 0);
  const ofPortions = { ...rules, allowOverbooked: rules.allowOverbooked || isJoined };
  const size = new PortionSize(isAwaited);
  const pause = prepareEventLoopYielder(() => {
    if (size.mustEnd()) throw new BrokenOff();
  });
  let [toRecord, done, written, analyzed] = [!isBegun, 0, 0, 0];
  for (const { lines, isCut } of plan.portions(linesInOneTransaction, size)) {
    let begunAt = 0;
    await run.audit.askAgain?.();
    const portion = await inTransaction({ ...target, pause }, (within) => {
      begunAt = performance.now();
      return writePortion(within, { lines, definitions: definitionsOf(lines) }, ofPortions, {
        leavesOut: true,
        keepsSeats: isCut || isJoined,
        atThisMoment: run.atThisMoment,
        record: async ({ transaction, accountId }) => {
          if (toRecord) await recordBegun(transaction, run.audit, accountId, begun);
        },
      });
    }).catch((error: unknown) => {
      if (error instanceof BrokenOff) return null;
      throw error;
    });
    if (portion === null) {
      size.breakOff();
      continue;
    }
    toRecord = false;
    size.learn(lines.length, performance.now() - begunAt);
    report.addPortion(portion.report);
    for (const each of portion.bad) leftOut.push(each);
    overbooked.slots += portion.overbooked.slots;
    overbooked.seats += portion.overbooked.seats;
    written += lines.length;
    done += lines.filter(({ content }) => content.kind === "booking").length;
    run.onWriting(done * rowsPerBooking, bookings * rowsPerBooking);
    if (written > 2 * analyzed && written < plan.planned / 2 && !isJoined) {
      // The next portions look for their lines in tables that may have been empty; near the end it is not worth it.
      await target.engine.analyze("grown");
      analyzed = written;
    }
  }
  return { report, leftOut, overbooked, begun };
}

/** Others may have taken a seat, or one of a ticket type, between the check and the lock of its slot. */
async function refuseOverfull(within: Within, { plan }: CheckedFile): Promise<void> {
  for (const slots of inChunks(plan.slots.known(), slotsRead)) {
    const keys = slots.map(({ key }) => key);
    const seats = await loadSeats(within, keys);
    const limited = await readLimitedTypes(within.transaction, within.accountId, keys);
    for (const { key, before, types } of slots) {
      const grows = (now: SlotSeats | null | undefined, then: SlotSeats | null) =>
        now != null && excessSeats(now) > (then === null ? 0 : excessSeats(then));
      const ofTypes = types.some(({ id, before: then }) =>
        grows(limited.get(key.number)?.get(id)?.seats, then),
      );
      if (ofTypes || grows(seats.get(key.number), before)) throw new ChangedMeanwhile();
    }
  }
}

const slotsRead = 500;

/** Gives the seats that are left to the waitlists, also to those that began before the campaign or ticket type changed. */
async function promoteAfterwards(
  target: ImportTarget,
  { plan, waitlists }: CheckedFile,
  atThisMoment: () => AuditContext,
  { isEvery }: { readonly isEvery: boolean },
): Promise<void> {
  const reading = { ...target, transaction: target.engine.reads };
  for (const some of inChunks(plan.slots.freed(isEvery), slotsRead)) {
    await promoteInSteps(target, atThisMoment, await waitlistsWithSeats(reading, some));
  }
  await promoteWaitlists(target, atThisMoment, waitlists);
}

function* inChunks<T>(things: Iterable<T>, size: number): Generator<T[]> {
  let chunk: T[] = [];
  for (const thing of things) {
    chunk.push(thing);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}

/** Somebody waits for the lock of a long portion. It is rolled back, and its lines are written in shorter ones. */
class BrokenOff extends Error {}
