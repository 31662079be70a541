import { randomUUID } from "node:crypto";
import type { BadLine } from "../../domain/data-file/data-line.ts";
import {
  badLinesListed,
  FirstByLine,
  type ImportReport,
} from "../../domain/import/import-report.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import { definitionsOf } from "../catalogue/load-catalogue.ts";
import type { CheckedFile } from "./check-file.ts";
import {
  inTransaction,
  prepareEventLoopYielder,
  type BegunRun,
  type ImportTarget,
} from "./import-target.ts";
import { PortionSize } from "./portion-size.ts";
import { writePortion } from "./portion.ts";
import { recordBegun, type BegunImport, type UnfinishedImport } from "./unfinished-import.ts";

/** The import of one large file. */
export interface FileImport {
  readonly rules: ImportRules;
  readonly run: BegunRun;
  /** Equal for runs with the same file and the same options; null where that is not known. */
  readonly digest: string | null;
  /** The import of the same file that broke off. */
  readonly unfinished: UnfinishedImport | null;
}

/** How the portions are written. */
interface Joining {
  /** Whether all of them share one transaction. */
  readonly isJoined: boolean;
  /** As in `Engine.series`. */
  readonly isAwaited: (() => boolean) | null;
}

export interface WrittenFile {
  /** The check whose plan was written. */
  readonly checked: CheckedFile;
  readonly begun: BegunImport;
  readonly report: ImportReport;
  /** Lines that became bad after the check. */
  readonly leftOut: FirstByLine<BadLine>;
  readonly overbooked: { readonly slots: number; readonly seats: number };
}

/**
 * A file of at most so many slots and bookings is written in one transaction, a larger one in portions (`PortionSize`). It
 * holds SQLite's write lock, and cancels wait for it at most two seconds, also where a busy processor gives the operator's
 * thread a tenth of its time.
 */
export const smallFileLines = 1_000;

/** A booking is written into three tables: its own, its tickets and its history. */
export const rowsPerBooking = 3;

/** Writes a checked file, portion by portion. */
export async function writePortions(
  target: ImportTarget,
  checked: CheckedFile,
  { rules, run, digest, unfinished }: FileImport,
  { isJoined, isAwaited }: Joining,
): Promise<WrittenFile> {
  const { plan, report: found } = checked;
  const [created, updated] = [found.of("created"), found.of("updated")];
  const begun = unfinished ?? { import: randomUUID(), digest, created, updated };
  const bookings = (created.booking ?? 0) + (updated.booking ?? 0);
  const report = found.forPortions();
  const leftOut = new FirstByLine<BadLine>(badLinesListed);
  const overbooked = { slots: 0, seats: 0 };
  // The seats of portions that share a transaction are compared with the limits at its end.
  const ofPortions = { ...rules, allowOverbooked: rules.allowOverbooked || isJoined };
  const size = new PortionSize(isAwaited);
  const pause = prepareEventLoopYielder(() => {
    if (size.mustEnd()) throw new BrokenOff();
  });
  let isRecorded = unfinished !== null;
  let [done, written, analyzed] = [0, 0, 0];
  for (const { lines, keepsSeats } of plan.portions(smallFileLines, size)) {
    let begunAt = 0;
    await run.audit.askAgain?.();
    const portion = await inTransaction({ ...target, pause }, (within) => {
      begunAt = performance.now();
      return writePortion(within, { lines, definitions: definitionsOf(lines) }, ofPortions, {
        isChecked: true,
        keepsSeats: keepsSeats || isJoined,
        atThisMoment: run.atThisMoment,
        record: async ({ transaction, accountId }) => {
          if (!isRecorded) await recordBegun(transaction, run.audit, accountId, begun);
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
    isRecorded = true;
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
  return { checked, begun, report, leftOut, overbooked };
}

/** Somebody waits for the lock of a long portion. It is rolled back, and its lines are written in shorter ones. */
class BrokenOff extends Error {}
