import type { CompiledQuery } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { timeFrom } from "../../domain/time-from.ts";
import type { BatchWriter } from "../bookings/write-batch.ts";
import type { Engine } from "../engine.ts";
import { assignIds } from "./assign-ids.ts";
import { prepareEventLoopYielder } from "./attempt.ts";
import { checkFile } from "./check-file.ts";
import { explainFullScratch } from "./full-scratch.ts";
import { importAtOnce } from "./import-at-once.ts";
import { importInPortions } from "./import-in-portions.ts";
import type { ImportAnswer, ImportOrder } from "./import-order.ts";
import { prepareKeyedQuestions } from "./keyed-question.ts";
import { linesInOneTransaction } from "./plan-portions.ts";
import type { ImportTarget } from "./run-attempt.ts";
import { Scratch } from "./scratch.ts";
import { prepareLineStager, type NumberedLine } from "./stage-line.ts";

export type ImportDataFile = ReturnType<typeof prepareImport>;

/**
 * Imports a data file into an account.
 *
 * The lines are staged in a private scratch database, where all checks run that need no account. Then
 * what the account has of the things that the file names is copied beside the lines, the other checks
 * run, and the file is written if no line is bad: a small file in one transaction, which also does the
 * copying, a large one in portions (`import-in-portions.ts`).
 */
export function prepareImport(engine: Engine, writeRows: BatchWriter) {
  const ask = prepareKeyedQuestions(engine);
  const compiledInserts = new Map<string, CompiledQuery>();
  const importLines = async (
    accountId: AccountId,
    lines: AsyncIterable<readonly NumberedLine[]>,
    order: ImportOrder,
  ): Promise<ImportAnswer> => {
    // A large file is read and written for minutes, and what others do meanwhile must not seem later than it.
    const time = timeFrom(order.audit.now, () => performance.now());
    const atThisMoment = () => ({ ...order.audit, now: time() });
    using scratch = new Scratch();
    const stage = prepareLineStager(scratch);
    for await (const some of lines) some.forEach(stage);
    const yieldToEventLoop = prepareEventLoopYielder();
    const repeats = await checkFile(scratch, yieldToEventLoop);
    await assignIds(scratch, yieldToEventLoop);
    const target: ImportTarget = {
      engine,
      write: (work, limits) => engine.write(work, limits),
      writeRows,
      ask,
      compiledInserts,
      accountId,
      yieldToEventLoop,
      limits: takesLong(scratch) ? { timeouts: "task" } : {},
    };
    if (scratch.lines("slot") + scratch.lines("booking") > linesInOneTransaction) {
      const answer = await importInPortions(
        target,
        { scratch, repeats },
        { ...order, atThisMoment },
      );
      if (!("errors" in answer) && !order.dryRun) await engine.analyze("all");
      return answer;
    }
    return await importAtOnce(target, { scratch, repeats }, order);
  };
  return (...order: Parameters<typeof importLines>): Promise<ImportAnswer> =>
    importLines(...order).catch((error: unknown) => {
      throw explainFullScratch(error);
    });
}

/** A file of more slots and bookings may take longer than a request may. */
const linesOfRequest = 500;

/** A single ticket type may change the seats of all its bookings. */
function takesLong(scratch: Scratch): boolean {
  const lines = scratch.lines("slot") + scratch.lines("booking");
  return lines > linesOfRequest || scratch.lines("ticket_type") > 0;
}
