import type { AccountId } from "../../domain/account.ts";
import type { CancelRefusal } from "../../domain/refusal.ts";
import { CommitOutcomeUnknown, DatabaseUnavailable, type Engine } from "../engine.ts";
import {
  type BookingChangeAnswer,
  type BookingChangeOrder,
  type BookingRule,
  decideBatch,
  type BatchAnswer,
  type BatchItem,
  rowsOfBatch,
} from "./decide-batch.ts";
import { changeAlone } from "./change-alone.ts";
import { refuseDue } from "../write/held-seats.ts";
import { loadBookings } from "../write/load.ts";
import { CommitUnresolved, runBookingTransaction } from "./transaction.ts";
import { keepForEngine, refuseFullQueue } from "../statement.ts";

/** A database that fails later than this fails the whole batch: each change alone would wait for it as long again. */
const soonMs = 500;

/**
 * Changes bookings by a rule, alone or in a batch.
 *
 * Changes of one account that wait at the same time share a transaction and so a COMMIT. The batch locks the
 * bookings and their slots, asks each item's rule, and writes the rows of a kind together. A batch waits for no
 * booking and no slot: a booking that another transaction has locked, or whose slot is locked, leaves the batch and
 * is changed alone. So is a booking whose change lets the waitlist move up. When the transaction fails, every item
 * is changed alone, so that one item's failure is not another's; but for a database that is not there for long
 * (`soonMs`). An unanswered COMMIT is resolved once, for all items.
 */
export async function changeInBatch(
  engine: Engine,
  accountId: AccountId,
  order: BookingChangeOrder,
  rule: BookingRule<CancelRefusal>,
): Promise<BookingChangeAnswer<CancelRefusal>> {
  const batchers = batchersOf(engine);
  let batcher = batchers.get(accountId);
  if (batcher === undefined) {
    batcher = new Batcher((items) => changeAll(engine, accountId, items));
    batchers.set(accountId, batcher);
  }
  const answer = await batcher.add({ order, rule });
  return answer === "alone" ? changeAlone(engine, accountId, order, rule) : answer;
}

const batchersOf = keepForEngine(
  () => new Map<AccountId, Batcher<CancelItem, BatchAnswer<CancelRefusal>>>(),
);

async function changeAll(
  engine: Engine,
  accountId: AccountId,
  items: readonly CancelItem[],
): Promise<Answers> {
  const orders = items.map(({ order }) => order);
  const now = Math.max(...orders.map((order) => order.now));
  const startedAt = performance.now();
  try {
    return await runBookingTransaction(
      engine,
      accountId,
      now,
      async (transaction) => {
        const found = await loadBookings(transaction, accountId, orders, "free");
        for (const { slotKey, endsAt } of found.standing.values()) {
          refuseDue({ number: slotKey.number, endsAt }, now);
        }
        return found;
      },
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

type CancelItem = BatchItem<CancelRefusal>;
type Answers = readonly BatchAnswer<CancelRefusal>[];

/** Items in one batch, at most. */
const maxBatch = 64;
/** A running batch delays the next one for at most this long. */
const holdsUpForMs = 100;

interface Waiting<Item, Answer> {
  readonly item: Item;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs items in batches. Items that arrive during a batch form the next batch; an item that arrives between
 * batches starts one at once.
 *
 * A batch that a lock or a disk slows down delays the next batch by at most `holdsUpForMs`. After that, both
 * run side by side.
 */
export class Batcher<Item, Answer> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Item, Answer>[] = [];
  #isHeldUp = false;

  /**
   * `work` returns one answer for each item, in the order of the items. When it rejects, every item of the
   * batch rejects.
   */
  constructor(work: (items: readonly Item[]) => Promise<readonly Answer[]>) {
    this.#work = work;
  }

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      refuseFullQueue(this.#waiting.length);
      this.#waiting.push({ item, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#isHeldUp || this.#waiting.length === 0) return;
    this.#isHeldUp = true;
    // The batch takes all items that arrive in this turn of the event loop.
    setImmediate(() => void this.#begin());
  }

  async #begin(): Promise<void> {
    const some = this.#waiting.slice(0, maxBatch);
    this.#waiting = this.#waiting.slice(some.length);
    let isDone = false;
    const next = () => {
      if (isDone) return;
      isDone = true;
      this.#isHeldUp = false;
      this.#next();
    };
    const late = setTimeout(next, holdsUpForMs);
    try {
      const answers = await this.#work(some.map(({ item }) => item));
      for (const [index, { resolve }] of some.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of some) reject(error);
    } finally {
      clearTimeout(late);
      next();
    }
  }
}
