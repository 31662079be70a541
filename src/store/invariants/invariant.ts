import type { Kysely, RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** An invariant of the data: one statement that finds the violations, and the words for each. */
export interface Invariant {
  readonly name: string;
  find(reads: Kysely<Tables>, accountId: AccountId, limit: number): Promise<Finding[]>;
}

/** One violation: which booking or slot it is about, if either, what is wrong and what to do. */
export interface Finding {
  readonly booking?: string;
  readonly slot?: SlotColumns;
  readonly message: string;
}

/** A slot's key as its table has it, without the account. */
export interface SlotColumns {
  readonly interaction_id: string;
  readonly activity_id: string;
  readonly host_id: string;
  readonly starting_at: number;
}

/**
 * Makes an invariant. Statements are written for an engine without statistics, which takes an account to be
 * a handful of rows: `cross join` keeps it to the order in which the tables are written, and bookings
 * are ordered by their key, so that they are read as they lie.
 */
export function invariant<Row>(
  name: string,
  statement: (accountId: AccountId, limit: number) => RawBuilder<Row>,
  tell: (row: Row) => Finding,
): Invariant {
  return {
    name,
    find: async (reads, accountId, limit) => {
      const { rows } = await statement(accountId, limit).execute(reads);
      return rows.map(tell);
    },
  };
}

/** The key of the slot that a row names among its columns. */
export function slotOf(row: SlotColumns): SlotColumns {
  const { interaction_id, activity_id, host_id, starting_at } = row;
  return { interaction_id, activity_id, host_id, starting_at };
}

/** What mends a booking whose parts disagree: another system, or the operator, says what is true. */
export const importTrueState = "import its true state with `booking import --update`";
