import type { AccountId } from "../../domain/account.ts";
import type { CancelRefusal } from "../../domain/refusal.ts";
import { CommitOutcomeUnknown, DatabaseUnavailable, type Engine } from "../engine.ts";
import { Batcher } from "./batcher.ts";
import type { BookingChangeAnswer, BookingChangeOrder, BookingRule } from "./change-order.ts";
import { prepareChangeAlone } from "./change-alone.ts";
import { decideBatch, type BatchAnswer, type BatchItem } from "./decide-batch.ts";
import type { prepareBatchReader } from "./read-batch.ts";
import { CommitUnresolved, type RunBookingTransaction } from "./resolve-commit.ts";
import { rowsOfBatch } from "./rows-of-batch.ts";

/** A transaction that failed sooner than this is tried again, with each change alone. */
const soonMs = 500;

/**
 * Changes bookings by a rule, alone or in a batch.
 *
 * Changes of one account that wait at the same time share a transaction and so a COMMIT. The batch locks the
 * bookings and their slots, asks each item's rule, and writes all rows with one statement for each kind of
 * row. A batch waits for no lock: a booking that another transaction has locked leaves the batch and is
 * changed alone. So is a booking whose change lets the waitlist move up. When the transaction fails, every
 * item is changed alone, so that one item's failure is not another's. An unanswered COMMIT is resolved once,
 * for all items.
 */
export function prepareBookingChanges(
  engine: Engine,
  read: ReturnType<typeof prepareBatchReader>,
  runTransaction: RunBookingTransaction,
) {
  const alone = prepareChangeAlone(engine, read, runTransaction);
  const batchers = new Map<AccountId, Batcher<Item, BatchAnswer<CancelRefusal>>>();

  async function changeAll(accountId: AccountId, items: readonly Item[]): Promise<Answers> {
    const orders = items.map(({ order }) => order);
    const now = Math.max(...orders.map((order) => order.now));
    const startedAt = performance.now();
    try {
      return await runTransaction(
        accountId,
        now,
        (transaction) => read(transaction, accountId, orders, "free"),
        (found) => {
          const decision = decideBatch(items, found, false);
          return { answer: decision.answers, change: rowsOfBatch(decision, found.standing) };
        },
      );
    } catch (error) {
      const isLate = performance.now() - startedAt > soonMs;
      if (error instanceof CommitOutcomeUnknown || error instanceof CommitUnresolved) throw error;
      if (error instanceof DatabaseUnavailable && isLate) throw error;
      return items.map(() => "alone" as const);
    }
  }

  return {
    alone,
    /** Changes that wait at the same moment share one COMMIT. */
    inBatch: async (
      accountId: AccountId,
      order: BookingChangeOrder,
      rule: BookingRule<CancelRefusal>,
    ): Promise<BookingChangeAnswer<CancelRefusal>> => {
      let batcher = batchers.get(accountId);
      if (batcher === undefined) {
        batcher = new Batcher((items) => changeAll(accountId, items));
        batchers.set(accountId, batcher);
      }
      const answer = await batcher.add({ order, rule });
      return answer === "alone" ? alone(accountId, order, rule) : answer;
    },
  };
}

type Item = BatchItem<CancelRefusal>;
type Answers = readonly BatchAnswer<CancelRefusal>[];
