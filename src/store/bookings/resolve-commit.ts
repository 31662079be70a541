import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { BookingId } from "../../domain/booking.ts";
import { CommitOutcomeUnknown, DatabaseUnavailable, type Engine } from "../engine.ts";
import {
  saveOutcome,
  resolveOutcome,
  writeAgain,
  type OutcomePlace,
} from "./idempotency-records.ts";
import type { Tables } from "../tables.ts";

/** What a transaction decided. */
export interface Decided<T> {
  readonly answer: T;
  /**
   * The booking whose outcome this is, to be kept; `kept` when it was before and is told again; null
   * when nothing was written and none is.
   */
  readonly outcomeOf: BookingId | "kept" | null;
}

/** How long, from the beginning, is tried to find out what became of an unanswered COMMIT. */
const settledWithinMs = 1_450;
/** However late it is, one look is taken, and it may take this long. */
const lookAtLeastMs = 500;
const lookAgainMs = 50;
const maxAttempts = 5;

/**
 * Runs `work` in one transaction and says what it answered only when that is known to be so.
 *
 * The outcome is written in the same transaction. When COMMIT was sent and no clean answer came, the
 * outcome is looked for, in a way that waits until the transaction has ended (`resolveOutcome`): if it
 * is there, the answer stands; if not, nothing took place and the work is tried again. What cannot be
 * found out in time is thrown as `DatabaseUnavailable`: it may or may not have taken place.
 *
 * `work` may run several times. It must look for an earlier outcome under a caller's key by itself.
 */
export async function resolvedWrite<T>(
  engine: Engine,
  place: OutcomePlace,
  work: (transaction: Kysely<Tables>) => Promise<Decided<T>>,
): Promise<T> {
  return settled(engine, place, () => attemptWrite(engine, place, work));
}

/** The same for whoever writes the outcome by himself. */
export async function settled<T>(
  engine: Engine,
  place: OutcomePlace,
  attempt: () => Promise<Attempted<T>>,
): Promise<T> {
  const deadline = performance.now() + settledWithinMs;
  for (let count = 1; ; count += 1) {
    const result = await attempt();
    if ("answer" in result) return result.answer;
    if (result.failed === "unclear") {
      const outcome = await settle(engine, place, result.keeps, deadline);
      // JSON of what was decided, written in that transaction.
      if (outcome !== null) return JSON.parse(outcome.answer) as T;
    }
    if (count === maxAttempts || performance.now() > deadline) throw result.error;
  }
}

/** What came of one transaction. */
export type Attempted<T> =
  | { readonly answer: T }
  | { readonly failed: "key taken meanwhile"; readonly error: Error }
  | {
      /** Its COMMIT was sent and not answered. */
      readonly failed: "unclear";
      readonly error: Error;
      /** A booking that it keeps until its end; null where its outcome is known to be written. */
      readonly keeps: BookingId | null;
    };

async function attemptWrite<T>(
  engine: Engine,
  place: OutcomePlace,
  work: (transaction: Kysely<Tables>) => Promise<Decided<T>>,
): Promise<Attempted<T>> {
  const decisions: Decided<T>[] = [];
  try {
    return await engine.write(async (transaction) => {
      const decided = await work(transaction);
      const { answer, outcomeOf } = decided;
      decisions.push(decided);
      if (outcomeOf === null) return { answer };
      if (outcomeOf === "kept") {
        await writeAgain(transaction, place);
        return { answer };
      }
      const outcome = { bookingId: outcomeOf, answer: JSON.stringify(answer) };
      if (await saveOutcome(transaction, place, outcome)) return { answer };
      // Ends the transaction without a trace.
      throw new KeyTaken("The key got another outcome at the same moment.");
    });
  } catch (error) {
    if (error instanceof KeyTaken) return { failed: "key taken meanwhile", error };
    if (!(error instanceof CommitOutcomeUnknown)) throw error;
    // Where nothing was written, what was decided stands, whatever became of the transaction.
    const decided = decisions.at(-1);
    if (decided?.outcomeOf === null) return { answer: decided.answer };
    return { failed: "unclear", error, keeps: null };
  }
}

class KeyTaken extends DatabaseUnavailable {}

async function settle(
  engine: Engine,
  place: OutcomePlace,
  keeps: BookingId | null,
  deadline: number,
) {
  for (;;) {
    const limitMs = Math.max(lookAtLeastMs, deadline - performance.now());
    try {
      return await engine.write(
        async (transaction) => {
          // Its writes may still be on their way, but until it has ended nobody else gets this.
          if (keeps !== null) await keep(engine, transaction, place.accountId, keeps);
          return resolveOutcome(transaction, place);
        },
        { limitMs },
      );
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error;
    }
    await sleep(lookAgainMs);
  }
}

async function keep(
  { locked }: Engine,
  transaction: Kysely<Tables>,
  accountId: AccountId,
  bookingId: BookingId,
): Promise<void> {
  const booking = transaction
    .selectFrom("booking")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "=", bookingId);
  await locked(booking, "booking").execute();
}
