import type { AccountId } from "../../domain/account.ts";
import type { BadLine, DataKind, NumberedLine } from "../../domain/data-file/data-line.ts";
import {
  badLinesListed,
  badLinesSkipped,
  FirstByLine,
  warningsListed,
  withWarnings,
  type ImportWarning,
  resultOf,
  type ImportAnswer,
} from "../../domain/import/import-report.ts";
import type { ImportRules } from "../../domain/import/import-rules.ts";
import { timeFrom } from "../../domain/clock.ts";
import { addSlotLines } from "./add-slot-lines.ts";
import { explainFullScratch } from "./full-scratch.ts";
import { Spool } from "./spool.ts";
import { importInPortions } from "./import-in-portions.ts";
import { smallFileLines, rowsPerBooking } from "./write-portions.ts";
import {
  type BegunRun,
  type ImportRun,
  importTarget,
  inTransaction,
  type ImportTarget,
} from "./import-target.ts";
import type { Engine } from "../engine.ts";
import { recordAudit } from "../accounts/audit.ts";
import { badFile, type SpooledFile } from "./check-file.ts";
import { moveLateWaitlistsUp } from "./move-waitlists-up.ts";
import { settleReferences } from "./settle-references.ts";
import { writePortion } from "./portion.ts";
import { refuseKeptClocks } from "./refuse-kept-clocks.ts";
import { totalBookings } from "./total-bookings.ts";

/**
 * Imports a data file into an account.
 *
 * The lines are spooled into a private database (`spool.ts`), where they are compared with each other. Then each is
 * decided in the account's state (`portion.ts`, `decide-lines.ts`), and written if no line of the file is bad: a
 * small file in one transaction, which decides and writes, a large one in portions, which decide once more.
 */
export function importNumberedLines(
  engine: Engine,
  accountId: AccountId,
  lines: AsyncIterable<readonly NumberedLine[]>,
  rules: ImportRules,
  run: ImportRun,
): Promise<ImportAnswer> {
  return importSpooled(engine, accountId, lines, rules, run).catch((error: unknown) => {
    throw explainFullScratch(error);
  });
}

async function importSpooled(
  engine: Engine,
  accountId: AccountId,
  lines: AsyncIterable<readonly NumberedLine[]>,
  rules: ImportRules,
  run: ImportRun,
): Promise<ImportAnswer> {
  // A file is read and written for minutes, and what others do meanwhile must not seem later than it.
  const time = timeFrom(run.audit.now, run.monotonicMs ?? (() => performance.now()));
  const begun = { ...run, atThisMoment: () => ({ ...run.audit, now: time() }) };
  using spool = new Spool();
  const faults = new FirstByLine<BadLine>(rules.skipBad ? badLinesSkipped : badLinesListed);
  const repeats: Partial<Record<DataKind, number>> = {};
  const warnings = new FirstByLine<ImportWarning>(warningsListed);
  for await (const some of lines) {
    for (const line of some) {
      for (const fault of spool.add(line)) faults.push(fault);
      for (const warning of line.warnings ?? []) warnings.push({ line: line.line, ...warning });
    }
  }
  const takesLong =
    spool.takesLong || spool.hasLinesOfReferences || rules.missingSlots !== undefined;
  const target = importTarget(engine, accountId, takesLong ? { timeouts: "task" } : {}, time);
  if (spool.hasLinesOfReferences) {
    await settleReferences(target, spool, (bad) => faults.push(bad));
  }
  await spool.compareLines(
    (bad) => faults.push(bad),
    (kind) => (repeats[kind] = (repeats[kind] ?? 0) + 1),
    target.pause,
  );
  for (const bad of refuseKeptClocks(spool)) faults.push(bad);
  const added =
    rules.missingSlots && (await addSlotLines(target, spool, rules.missingSlots.capacity));
  const isLarge = spool.slotsAndBookings > smallFileLines;
  const file = { spool, faults, repeats };
  const importing = isLarge ? importInPortions : importAtOnce;
  const answer = await importing(target, file, rules, begun);
  if ("errors" in answer) return answer;
  if (isLarge && !rules.dryRun) await target.engine.analyze("all");
  const slots = added && { slots_added: answer.created.slot ?? 0, added_slots: added };
  const { monthOf } = run;
  const totals = rules.dryRun &&
    monthOf && { would_be: await totalBookings(target, spool, monthOf) };
  return { ...withWarnings(answer, warnings), ...slots, ...totals };
}

/**
 * Imports a file in one transaction, which also gives freed seats to the waitlists.
 *
 * Until the commit, other transactions read that a campaign promotes nobody by itself, although a line switches it to
 * automatic promotion. A booking may begin a waitlist that this transaction did not see, and a cancel there promotes
 * nobody. So the waitlists of such a campaign are looked for again after the commit.
 */
async function importAtOnce(
  target: ImportTarget,
  { spool, faults, repeats }: SpooledFile,
  rules: ImportRules,
  run: BegunRun,
): Promise<ImportAnswer> {
  const { atThisMoment } = run;
  const lines = [...spool.catalogueLines(), ...spool.slotLines()].flat();
  const isOnlyChecked = rules.dryRun || faults.total > 0;
  let rows = 0;
  await run.audit.askAgain?.();
  const { report, bad, waitlists } = await inTransaction(target, (within) =>
    writePortion(
      within,
      { lines, definitions: spool, repeats },
      { ...rules, dryRun: isOnlyChecked },
      {
        isChecked: false,
        keepsSeats: false,
        atThisMoment,
        onDecided: (decided) => {
          const bookings =
            (decided.of("created").booking ?? 0) + (decided.of("updated").booking ?? 0);
          rows = bookings * rowsPerBooking;
        },
        onWritten: (share) => {
          if (rows > 0) run.onWriting(Math.floor(share * rows), rows);
        },
        record: ({ transaction, accountId }, audit, portion) =>
          recordAudit(transaction, audit, "data imported", accountId, "data file", {
            ...portion.report.counts(spool.read),
            overbooked: portion.overbooked,
          }),
      },
    ),
  );
  const all = faults.copy();
  for (const each of bad) all.push(each);
  if (all.total > 0) return badFile(all, rules);
  if (!rules.dryRun && waitlists.length > 0) {
    await moveLateWaitlistsUp(target, atThisMoment, waitlists);
  }
  return resultOf(report, spool.read, rules);
}
