import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { CommitOutcomeUnknown, type Engine } from "../engine.ts";
import { keepForEngine, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";

/** A transaction that keeps the numbers of the rows that it reads, by `recordName`. */
export interface Numbering {
  readonly transaction: Kysely<Tables>;
  readonly accountId: AccountId;
  readonly numbers: Map<string, number>;
}

/** Gives each of these things a number of the account, in the caller's transaction; the numbers ascend. */
export async function numberEach<T>(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  things: readonly T[],
): Promise<(readonly [thing: T, number: number])[]> {
  if (things.length === 0) return [];
  const first = await takeNumbers(transaction, accountId, things.length);
  return things.map((thing, index) => [thing, first + index] as const);
}

/** Takes this many numbers of the account, in the caller's transaction, and returns the first. */
export async function takeNumbers(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  count: number,
): Promise<number> {
  const [row] = await raiseNumber(transaction, { accountId, count, next: count + 1 });
  if (row === undefined) throw new Error("An upsert returns its row.");
  return row.next_number - count;
}

interface Raise {
  readonly accountId: AccountId;
  readonly count: number;
  readonly next: number;
}

const raiseNumber = keepStatement((database, values: Raise) =>
  database
    .insertInto("account_number")
    .values({ account_id: values.accountId, next_number: values.next })
    .onConflict((conflict) =>
      conflict.column("account_id").doUpdateSet({
        next_number: sql<number>`account_number.next_number + cast(${values.count} as integer)`,
      }),
    )
    .returning("next_number"),
);

/** How many numbers a process takes at once. */
const numbersAtOnce = 64;

/**
 * The numbers that this process has in hand for new contacts, so that a booking waits for no other one. They are taken in
 * a transaction of their own; those of a process that ends are lost.
 */
class NumbersInHand {
  readonly #engine: Engine;
  readonly #inHand = new Map<AccountId, number[]>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  has(accountId: AccountId): boolean {
    return (this.#inHand.get(accountId)?.length ?? 0) > 0;
  }

  /** Undefined where none is in hand: `fetch` brings some. */
  take(accountId: AccountId): number | undefined {
    return this.#inHand.get(accountId)?.shift();
  }

  async fetch(accountId: AccountId): Promise<void> {
    const take = () =>
      this.#engine.write((transaction) => takeNumbers(transaction, accountId, numbersAtOnce));
    const first = await take().catch((error: unknown) => {
      // Numbers whose COMMIT got no answer may be given, and are lost.
      if (error instanceof CommitOutcomeUnknown) return take();
      throw error;
    });
    const numbers = Array.from({ length: numbersAtOnce }, (_, index) => first + index);
    this.#inHand.set(accountId, [...(this.#inHand.get(accountId) ?? []), ...numbers]);
  }

  /** The database was put back to an earlier state. */
  forget(): void {
    this.#inHand.clear();
  }
}

export const numbersInHand = keepForEngine((engine) => new NumbersInHand(engine));
