import type { Kysely, RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** An invariant of the data: one statement that finds violations, and a message for each. */
export interface Invariant {
  readonly name: string;
  find(reads: Kysely<Tables>, accountId: AccountId, look: Look): Promise<Finding[]>;
}

export interface Look {
  /** Violations that are found, at most. */
  readonly limit: number;
  /** Milliseconds UTC. */
  readonly now: number;
}

/** One violation: the booking or slot that it concerns, if there is one, the fault and its remedy. */
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
 * Makes an invariant. The statements suit an engine without statistics, which estimates an account as a
 * handful of rows: `cross join` fixes the order of the tables, and bookings are ordered by their key, so that
 * they are read in the table's order.
 */
export function invariant<Row>(
  name: string,
  statement: (accountId: AccountId, limit: number, now: number) => RawBuilder<Row>,
  tell: (row: Row) => Finding,
): Invariant {
  return {
    name,
    find: async (reads, accountId, { limit, now }) => {
      const { rows } = await statement(accountId, limit, now).execute(reads);
      return rows.map(tell);
    },
  };
}

/** Takes the slot's key from a row's columns. */
export function slotOf(row: SlotColumns): SlotColumns {
  const { interaction_id, activity_id, host_id, starting_at } = row;
  return { interaction_id, activity_id, host_id, starting_at };
}

/** The remedy for a booking whose parts disagree: another system, or the operator, knows its true state. */
export const importTrueState = "import its true state with `booking import --update`";
