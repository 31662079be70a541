import type { AccountId } from "../../domain/account.ts";
import type { BadLine, DataKind } from "../../domain/data-file/data-line.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { BatchWriter } from "../bookings/write-batch.ts";
import type { Engine } from "../engine.ts";
import { breather, forgetAccount, type Attempt } from "./attempt.ts";
import { countBadLines, firstBadLines } from "./bad-lines.ts";
import { checkFile } from "./check-file.ts";
import { checkReferences } from "./check-references.ts";
import { countSeats, overbooked, recountSeats } from "./count-seats.ts";
import { findChanges } from "./find-changes.ts";
import { findSwitchedLimits } from "./find-switched-limits.ts";
import { loadBookings } from "./load-bookings.ts";
import { loadCatalogue } from "./load-catalogue.ts";
import { loadHostless, loadSlots, lockSlots } from "./load-slots.ts";
import { assignIds } from "./assign-ids.ts";
import { promoteIntoAddedSeats } from "./promote-into-added-seats.ts";
import { keyedQuestions } from "./keyed-question.ts";
import { Scratch } from "./scratch.ts";
import { lineStager, type NumberedLine } from "./stage-line.ts";
import { tally, type ImportCounts } from "./tally.ts";
import { writeBookings } from "./write-bookings.ts";
import { writeCatalogue, writeKnownSlots } from "./write-catalogue.ts";

export interface ImportOrder {
  readonly audit: AuditContext;
  /** Checks everything and changes nothing. */
  readonly dryRun: boolean;
  /** The file's state wins over that of known bookings. */
  readonly update: boolean;
  /** Slots may be filled beyond their capacity, which is recorded. */
  readonly allowOverbooked: boolean;
  /** Told how many of the rows are written. */
  readonly onWriting: (done: number, total: number) => void;
  /** Asked in the transaction before anything is written; what it throws ends it. It may run again. */
  readonly beforeWriting?: (transaction: Kysely<Tables>) => Promise<void>;
  /** Writes down what was done instead of the import's own entry in the audit log. */
  readonly record?: (transaction: Kysely<Tables>) => Promise<void>;
}

export type ImportAnswer = ImportCounts | BadFile;

/** Nothing was imported. */
export interface BadFile {
  /** The first bad lines, by their numbers. */
  readonly errors: readonly BadLine[];
  readonly errorCount: number;
}

export type ImportDataFile = ReturnType<typeof imports>;

/**
 * Imports a data file into an account, whole or not at all.
 *
 * The lines are laid out in a private scratch database first, and what can be checked without the
 * account is checked there, so that others are kept waiting as briefly as possible. Then, in one
 * transaction, what the account has of the things that the file names is copied beside them, the
 * rest is checked, and only when no line is bad is anything written.
 */
export function imports(engine: Engine, writeRows: BatchWriter) {
  const ask = keyedQuestions(engine);
  return async (
    accountId: AccountId,
    lines: AsyncIterable<readonly NumberedLine[]>,
    order: ImportOrder,
  ): Promise<ImportAnswer> => {
    using scratch = new Scratch();
    const stage = lineStager(scratch);
    for await (const some of lines) some.forEach(stage);
    const yieldToEventLoop = breather();
    const repeats = await checkFile(scratch, yieldToEventLoop);
    await assignIds(scratch, yieldToEventLoop);
    let isRepeated = false;
    for (;;) {
      try {
        return await engine.write((transaction) => {
          if (isRepeated) forgetAccount(scratch);
          isRepeated = true;
          const attempt: Attempt = {
            scratch,
            transaction,
            locked: engine.locked,
            writeRows,
            accountId,
            ask: (question, keys) => ask(transaction, accountId, question, keys),
            yieldToEventLoop,
          };
          return tryImport(attempt, order, repeats);
        });
      } catch (error) {
        if (!(error instanceof SeatsTakenMeanwhile)) throw error;
      }
    }
  };
}

/** Has no effect outside the transaction but for what it finds, which another attempt forgets. */
async function tryImport(
  attempt: Attempt,
  order: ImportOrder,
  repeats: Readonly<Record<DataKind, number>>,
): Promise<ImportAnswer> {
  const { scratch, transaction, accountId } = attempt;
  await keepOtherImportsOut(attempt);
  await order.beforeWriting?.(transaction);
  await loadCatalogue(attempt);
  await loadHostless(attempt);
  await loadBookings(attempt, order.update);
  if (order.update) await findChanges(attempt);
  await findSwitchedLimits(attempt);
  await loadSlots(attempt);
  checkReferences(attempt);
  countSeats(attempt, order.allowOverbooked);
  const errorCount = countBadLines(scratch);
  if (errorCount > 0) return { errors: firstBadLines(scratch), errorCount };
  const counts = tally(scratch, repeats);
  if (order.dryRun) return counts;
  await writeCatalogue(attempt);
  await writeBookings(attempt, order.audit, progressOf(counts, order.onWriting));
  await settleSeats(attempt, order.allowOverbooked);
  if (!order.update) await promoteIntoAddedSeats(attempt, order.audit);
  await (order.record?.(transaction) ??
    recordAudit(transaction, order.audit, "data imported", accountId, "data file", {
      ...counts,
      overbooked: overbooked(attempt),
    }));
  return counts;
}

/** Last of all, since until the end nobody else gets or gives back a seat of these slots. */
async function settleSeats(attempt: Attempt, allowOverbooked: boolean): Promise<void> {
  if (!attempt.scratch.has("slot")) return;
  await lockSlots(attempt);
  recountSeats(attempt, allowOverbooked);
  if (countBadLines(attempt.scratch) > 0) throw new SeatsTakenMeanwhile();
  await writeKnownSlots(attempt);
}

/** Somebody booked beside the import: seen anew, the file may be a bad one. */
class SeatsTakenMeanwhile extends Error {}

/** Of one account, one import at a time: each compares with what the one before it left. */
async function keepOtherImportsOut({ transaction, locked, accountId }: Attempt): Promise<void> {
  await locked(
    transaction.selectFrom("account").select("id").where("id", "=", accountId),
    "account",
  ).executeTakeFirstOrThrow();
}

/** How often progress is told. */
const tellEvery = 1000;

function progressOf(counts: ImportCounts, onWriting: ImportOrder["onWriting"]): () => void {
  const bookings = (counts.created.booking ?? 0) + (counts.updated.booking ?? 0);
  // A booking is written into three tables: its own, its tickets and its history.
  const total = bookings * 3;
  let done = 0;
  return () => {
    done += 1;
    if (done % tellEvery === 0 || done === total) onWriting(done, total);
  };
}
