import type { AccountId } from "../../domain/account.ts";
import type { BadLine, DataKind, NumberedLine } from "../../domain/data-file/data-line.ts";
import { badLinesListed, badLinesSkipped, FirstByLine } from "../../domain/import/import-report.ts";
import { timeFrom } from "../../domain/clock.ts";
import { explainFullScratch } from "./full-scratch.ts";
import { importAtOnce } from "./import-at-once.ts";
import { importInPortions, linesInOneTransaction } from "./import-in-portions.ts";
import type { ImportAnswer, ImportOrder } from "./import-order.ts";
import type { MakeImportTarget } from "./import-target.ts";
import { Spool } from "./spool.ts";

/**
 * Imports a data file into an account.
 *
 * The lines are spooled into a private database (`spool.ts`), where they are compared with each other. Then each is
 * decided in the account's state (`load-portion.ts`, `decide-lines.ts`), and written if no line of the file is bad: a
 * small file in one transaction, which decides and writes, a large one in portions, which decide once more.
 */
export function importDataFile(
  targetOf: MakeImportTarget,
  accountId: AccountId,
  lines: AsyncIterable<readonly NumberedLine[]>,
  order: ImportOrder,
): Promise<ImportAnswer> {
  return importLines(targetOf, accountId, lines, order).catch((error: unknown) => {
    throw explainFullScratch(error);
  });
}

async function importLines(
  targetOf: MakeImportTarget,
  accountId: AccountId,
  lines: AsyncIterable<readonly NumberedLine[]>,
  order: ImportOrder,
): Promise<ImportAnswer> {
  // A file is read and written for minutes, and what others do meanwhile must not seem later than it.
  const time = timeFrom(order.audit.now, order.monotonicMs ?? (() => performance.now()));
  const atThisMoment = () => ({ ...order.audit, now: time() });
  using spool = new Spool();
  const faults = new FirstByLine<BadLine>(
    order.listsAllBad === true ? badLinesSkipped : badLinesListed,
  );
  const repeats: Partial<Record<DataKind, number>> = {};
  for await (const some of lines) {
    for (const line of some) {
      const fault = spool.add(line);
      if (fault !== null) faults.push(fault);
    }
  }
  const isLarge = spool.slotsAndBookings > linesInOneTransaction;
  const target = targetOf(accountId, isLarge || spool.takesLong ? { timeouts: "task" } : {});
  await spool.compareLines(
    (bad) => faults.push(bad),
    (kind) => (repeats[kind] = (repeats[kind] ?? 0) + 1),
    target.pause,
  );
  const file = { spool, faults, repeats };
  if (!isLarge) return await importAtOnce(target, file, order, atThisMoment);
  const answer = await importInPortions(target, file, order, atThisMoment);
  if (!("errors" in answer) && !order.dryRun) await target.engine.analyze("all");
  return answer;
}
