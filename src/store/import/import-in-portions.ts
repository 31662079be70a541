import { randomUUID } from "node:crypto";
import { forgetAccount, type Attempt } from "./attempt.ts";
import { findQueues, findSwitchedActivities } from "./find-queues.ts";
import { findSwitchedTypes } from "./find-switched-limits.ts";
import { importAtOnce, type StagedFile } from "./import-at-once.ts";
import { rowsPerBooking } from "./import-in-transaction.ts";
import type { ImportAnswer, ImportOrder, ImportResult, PortionsOrder } from "./import-order.ts";
import { ImportSum } from "./import-sum.ts";
import { inspectFile } from "./inspect-file.ts";
import { planPortions, portionsOf, type ImportPlan } from "./plan-portions.ts";
import { PortionSize } from "./portion-size.ts";
import { findFreedSlots, promoteInSteps } from "./promote-waiting.ts";
import { inSnapshot, type ImportTarget } from "./run-attempt.ts";
import type { Scratch } from "./scratch.ts";
import type { Repeats } from "./tally.ts";
import { findUnfinished, recordBegun, recordEnded, type BegunImport } from "./unfinished-import.ts";
import { writePortion } from "./write-portion.ts";

/*
 * A large file, beside callers who cancel (B214):
 *
 * 1. The whole file is checked against the account as it is at one moment, in a snapshot that locks
 *    nothing. A bad file ends here.
 * 2. What is new or changes is put in order, all lines of a slot together. Where that is little, it is
 *    one portion.
 * 3. The catalogue but for slots is written, then the slots with their bookings, in portions. The first of
 *    them writes to the audit log that the import has begun. Each is an import of its lines by itself, with
 *    locks and comparisons of its own. After each of them others can get the write lock.
 * 4. Waitlists get the seats that were freed, and the audit log gets the counts of the whole.
 *
 * An import that breaks off leaves whole portions. The same file again finds their lines unchanged and
 * writes the others.
 */

export async function importInPortions(
  target: ImportTarget,
  { scratch, repeats }: StagedFile,
  order: PortionsOrder,
): Promise<ImportAnswer> {
  const { engine, accountId } = target;
  const digest = order.digest?.() ?? null;
  const unfinished = await findUnfinished(engine.reads, accountId, digest);
  const { checked, switched, switchesLimit } = await inSnapshot(target, scratch, (attempt) =>
    check(attempt, order, { repeats, everyQueue: unfinished !== null }),
  );
  if ("errors" in checked || order.dryRun) return checked;
  if (switchesLimit) {
    // A limit that is switched counts the seats of all bookings anew, so these cannot be cut.
    forgetAccount(scratch);
    const audit = order.atThisMoment();
    return importAtOnce(target, { scratch, repeats }, { ...order, audit });
  }
  const { created, updated } = checked;
  const begun = unfinished ?? { import: randomUUID(), digest, created, updated };
  const plan = planPortions(scratch, checked);
  const begins = unfinished === null && plan.catalogue.length + plan.planned > 0;
  const sum = new ImportSum(checked);
  await engine.series((write) =>
    writePortions({ ...target, write }, scratch, order, {
      plan,
      sum,
      checked,
      begun: begins ? begun : null,
    }),
  );
  const free = await findFreedSlots(
    {
      ...target,
      scratch,
      ask: (question, keys) => target.ask(engine.reads, accountId, question, keys),
    },
    (unfinished?.updated.slot ?? 0) + (unfinished?.updated.booking ?? 0) > 0,
  );
  // Bookings that came before the switch was committed may have begun other waitlists.
  const queues = await findQueues(engine.reads, accountId, switched);
  await promoteInSteps(target, order.atThisMoment(), [...free, ...queues]);
  if (unfinished !== null) sum.complete(unfinished, checked);
  const { kept_bookings: _, overwritten_bookings: __, warnings: ___, ...counts } = sum.result;
  await engine.write((transaction) =>
    recordEnded(transaction, order.atThisMoment(), accountId, {
      import: begun.import,
      ...counts,
      overbooked: sum.overbooked,
    }),
  );
  return sum.result;
}

async function check(
  attempt: Attempt,
  order: ImportOrder,
  { repeats, everyQueue }: { readonly repeats: Repeats; readonly everyQueue: boolean },
) {
  const checked = await inspectFile(attempt, order, repeats);
  const isGood = !("errors" in checked);
  return {
    checked,
    switched: isGood ? findSwitchedActivities(attempt.scratch, everyQueue) : [],
    switchesLimit: isGood && findSwitchedTypes(attempt.scratch).length > 0,
  };
}

async function writePortions(
  target: ImportTarget,
  scratch: Scratch,
  order: PortionsOrder,
  {
    plan,
    sum,
    checked,
    begun,
  }: {
    readonly plan: ImportPlan;
    readonly sum: ImportSum;
    readonly checked: ImportResult;
    /** The record that the first portion writes; null for none. */
    readonly begun: BegunImport | null;
  },
): Promise<void> {
  const bookings = (checked.created.booking ?? 0) + (checked.updated.booking ?? 0);
  const size = new PortionSize();
  let toRecord = begun;
  let done = 0;
  let written = 0;
  let analyzed = 0;
  for (const { lines, isCut } of portionsOf(scratch, plan, size)) {
    const portion = await writePortion(target, scratch, lines, {
      ...order,
      keepsSeats: isCut,
      onWriting: () => {},
      record: async (transaction) => {
        if (toRecord !== null) {
          await recordBegun(transaction, order.audit, target.accountId, toRecord);
        }
      },
    });
    toRecord = null;
    size.learn(lines.length, portion.heldMs);
    sum.add(portion);
    written += lines.length;
    done += lines.filter(([kind]) => kind === "booking").length;
    order.onWriting(done * rowsPerBooking, bookings * rowsPerBooking);
    if (written > 2 * analyzed) {
      // The next portions look for their lines in tables that may have been empty.
      await target.engine.analyze("grown");
      analyzed = written;
    }
  }
}
