import { findQueues, findSwitchedActivities } from "./find-queues.ts";
import { importInTransaction } from "./import-in-transaction.ts";
import type { ImportAnswer, ImportOrder } from "./import-order.ts";
import { promoteInSteps } from "./promote-waiting.ts";
import { inTransaction, type ImportTarget } from "./run-attempt.ts";
import type { Scratch } from "./scratch.ts";
import type { Repeats } from "./tally.ts";

/** A file that was staged, and checked by itself. */
export interface StagedFile {
  readonly scratch: Scratch;
  readonly repeats: Repeats;
}

/**
 * Imports a file in one transaction, which also gives freed seats to the waitlists.
 *
 * Until it is committed, others take a campaign that it switches to automatic promotion for a manual one: a
 * booking may begin a waitlist that the transaction did not see, and a cancel there promotes nobody. So the
 * waitlists of such a campaign are looked for again after the commit.
 */
export async function importAtOnce(
  target: ImportTarget,
  { scratch, repeats }: StagedFile,
  order: ImportOrder,
): Promise<ImportAnswer> {
  const answer = await inTransaction(target, scratch, (attempt) =>
    importInTransaction(attempt, order, repeats),
  );
  if ("errors" in answer || order.dryRun) return answer;
  const switched = findSwitchedActivities(scratch);
  const queues = await findQueues(target.engine.reads, target.accountId, switched);
  await promoteInSteps(target, order.audit, queues);
  return answer;
}
