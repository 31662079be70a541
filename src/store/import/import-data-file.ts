import type { AccountId } from "../../domain/account.ts";
import type { BadLine, DataKind } from "../../domain/data-file/data-line.ts";
import type { Kysely } from "kysely";
import type { Tables } from "../tables.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { BatchWriter } from "../bookings/write-batch.ts";
import type { Engine } from "../engine.ts";
import { ChangedMeanwhile, eventLoopYielder, forgetAccount, type Attempt } from "./attempt.ts";
import { countBadLines, firstBadLines } from "./bad-lines.ts";
import { checkFile } from "./check-file.ts";
import { checkReferences } from "./check-references.ts";
import { countSeats, overbooked, recountSeats } from "./count-seats.ts";
import { findChanges } from "./find-changes.ts";
import { findMoves } from "./find-moves.ts";
import { findSwitchedLimits } from "./find-switched-limits.ts";
import { importWarnings, type ImportWarning } from "./import-warnings.ts";
import { loadBookings } from "./load-bookings.ts";
import { loadCatalogue } from "./load-catalogue.ts";
import { loadHostless, loadSlots, lockSlots } from "./load-slots.ts";
import { assignIds } from "./assign-ids.ts";
import { promoteIntoAddedSeats } from "./promote-into-added-seats.ts";
import { keyedQuestions } from "./keyed-question.ts";
import { keptBookings, overwrittenBookings, type NamedBooking } from "./named-bookings.ts";
import { Scratch } from "./scratch.ts";
import { lineStager, type NumberedLine } from "./stage-line.ts";
import { tally, type ImportCounts } from "./tally.ts";
import { writeBookings } from "./write-bookings.ts";
import { writeCapacityEvents } from "./write-capacity-events.ts";
import { writeCatalogue, writeKnownSlots } from "./write-catalogue.ts";

export interface ImportOrder {
  readonly audit: AuditContext;
  /** Checks everything and changes nothing. */
  readonly dryRun: boolean;
  /** Known bookings become what the file says of them where it is newer. */
  readonly update: boolean;
  /** With `update`: also where something newer stands here. */
  readonly overwrite?: boolean;
  /** The report of a bad file lists all its bad lines, not only the first. */
  readonly listsAllBad?: boolean;
  /** Slots may be filled beyond their capacity, which is recorded. */
  readonly allowOverbooked: boolean;
  /** Reports progress in rows. */
  readonly onWriting: (done: number, total: number) => void;
  /** Runs in the transaction before any write, and rolls it back by throwing. It may run again. */
  readonly beforeWriting?: (transaction: Kysely<Tables>) => Promise<void>;
  /** Writes to the audit log, in place of the import's own entry. */
  readonly record?: (transaction: Kysely<Tables>) => Promise<void>;
}

export type ImportAnswer = ImportResult | BadFile;

/** What became of the lines of a good file. The lists hold the first 1,000. */
export interface ImportResult extends ImportCounts {
  readonly kept_bookings: readonly NamedBooking[];
  /** Good lines that are odd; absent where there are none. Of these, the first 100. */
  readonly warnings?: readonly ImportWarning[];
  /** With `overwrite`: the bookings at which something newer stood here. */
  readonly overwritten_bookings?: readonly NamedBooking[];
}

/** The report of a file that was not imported. */
export interface BadFile {
  /** The first bad lines, in the order of the file. */
  readonly errors: readonly BadLine[];
  readonly errorCount: number;
}

export type ImportDataFile = ReturnType<typeof imports>;

/**
 * Imports a data file into an account, whole or not at all.
 *
 * The lines are staged in a private scratch database, where all checks run that need no account, so
 * that the transaction is as short as possible. The transaction copies what the account has of the
 * things that the file names beside the lines, runs the other checks, and writes if no line is bad.
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
    const yieldToEventLoop = eventLoopYielder();
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
        if (!(error instanceof ChangedMeanwhile)) throw error;
      }
    }
  };
}

/** Writes outside the transaction only to the scratch database, from which another attempt deletes it. */
async function tryImport(
  attempt: Attempt,
  order: ImportOrder,
  repeats: Readonly<Record<DataKind, number>>,
): Promise<ImportAnswer> {
  const { scratch, transaction, accountId } = attempt;
  await lockAccount(attempt);
  await order.beforeWriting?.(transaction);
  await loadCatalogue(attempt);
  await loadHostless(attempt);
  await loadBookings(attempt);
  const { update, overwrite = false } = order;
  await findChanges(attempt, { update, overwrite });
  await findMoves(attempt);
  await findSwitchedLimits(attempt);
  await loadSlots(attempt);
  checkReferences(attempt);
  countSeats(attempt, order.allowOverbooked);
  const errorCount = countBadLines(scratch);
  if (errorCount > 0) {
    const listed = order.listsAllBad === true ? errorCount : undefined;
    return { errors: firstBadLines(scratch, listed), errorCount };
  }
  const counts = tally(scratch, repeats);
  const warnings = importWarnings(scratch);
  const result: ImportResult = {
    ...counts,
    kept_bookings: keptBookings(scratch),
    ...(warnings.length > 0 && { warnings }),
    ...(overwrite && { overwritten_bookings: overwrittenBookings(scratch) }),
  };
  if (order.dryRun) return result;
  await writeCatalogue(attempt);
  await writeBookings(attempt, order.audit, progressOf(counts, order.onWriting));
  await settleSeats(attempt, order.allowOverbooked);
  await writeCapacityEvents(attempt, order.audit);
  await promoteIntoAddedSeats(attempt, order);
  await (order.record?.(transaction) ??
    recordAudit(transaction, order.audit, "data imported", accountId, "data file", {
      ...counts,
      overbooked: overbooked(attempt),
    }));
  return result;
}

/** The last step: from here to the commit, no other transaction can take or release these seats. */
async function settleSeats(attempt: Attempt, allowOverbooked: boolean): Promise<void> {
  if (!attempt.scratch.has("slot")) return;
  await lockSlots(attempt);
  recountSeats(attempt, allowOverbooked);
  if (countBadLines(attempt.scratch) > 0) throw new ChangedMeanwhile();
  await writeKnownSlots(attempt);
}

/** Serialises the imports of an account: each compares with what the one before it wrote. */
async function lockAccount({ transaction, locked, accountId }: Attempt): Promise<void> {
  await locked(
    transaction.selectFrom("account").select("id").where("id", "=", accountId),
    "account",
  ).executeTakeFirstOrThrow();
}

/** After how many rows progress is reported. */
const progressEvery = 1000;

function progressOf(counts: ImportCounts, onWriting: ImportOrder["onWriting"]): () => void {
  const bookings = (counts.created.booking ?? 0) + (counts.updated.booking ?? 0);
  // A booking is written into three tables: its own, its tickets and its history.
  const total = bookings * 3;
  let done = 0;
  return () => {
    done += 1;
    if (done % progressEvery === 0 || done === total) onWriting(done, total);
  };
}
