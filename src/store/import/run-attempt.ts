import type { AccountId } from "../../domain/account.ts";
import type { BatchWriter } from "../bookings/write-batch.ts";
import type { Engine, WriteLimits } from "../engine.ts";
import { ChangedMeanwhile, forgetAccount, type Attempt } from "./attempt.ts";
import type { AskByKeys } from "./keyed-question.ts";
import type { Scratch } from "./scratch.ts";

/** The parts that every attempt of an import needs. */
export interface ImportTarget {
  readonly engine: Engine;
  readonly writeRows: BatchWriter;
  readonly ask: AskByKeys;
  readonly compiledInserts: Attempt["compiledInserts"];
  readonly accountId: AccountId;
  readonly yieldToEventLoop: () => Promise<void>;
  /** Runs each attempt in a transaction. */
  readonly write: Engine["write"];
  /** The time limits of its transactions. */
  readonly limits: WriteLimits;
}

/** Runs the attempt in one transaction, and again in another where it finds what it read changed. */
export async function inTransaction<T>(
  { engine, write, ask, limits, ...target }: ImportTarget,
  scratch: Scratch,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  let isRepeated = false;
  for (;;) {
    try {
      return await write((transaction) => {
        if (isRepeated) forgetAccount(scratch);
        isRepeated = true;
        return work({
          ...target,
          scratch,
          transaction,
          locked: engine.locked,
          lockedIfFree: engine.lockedIfFree,
          holdsLocks: true,
          ask: (question, keys) => ask(transaction, target.accountId, question, keys),
        });
      }, limits);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
}

/** Runs the attempt on the account as it is at this moment. It blocks no writer, and it cannot write. */
export async function inSnapshot<T>(
  { engine, ask, ...target }: ImportTarget,
  scratch: Scratch,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  await using snapshot = await engine.snapshot();
  return await work({
    ...target,
    scratch,
    transaction: snapshot.reads,
    locked: (select) => select,
    lockedIfFree: (select) => select,
    holdsLocks: false,
    ask: (question, keys) => ask(snapshot.reads, target.accountId, question, keys),
  });
}
