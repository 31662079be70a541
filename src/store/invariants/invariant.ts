import type { Kysely, RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Dialect } from "../engine.ts";
import { dialectOf } from "../statement.ts";
import type { Tables } from "../tables.ts";
import type { SlotColumns } from "../write/slot.ts";

/** An invariant of the data: how violations are found, and a message for each. */
export interface Invariant {
  readonly name: string;
  find(reads: Kysely<Tables>, accountId: AccountId, look: Look): Promise<Finding[]>;
}

/** How many violations a check finds at most, and the times against which it judges; milliseconds UTC. */
export interface Look {
  readonly limit: number;
  /** The time before a statement is asked. What it sees may be younger. */
  readonly now: number;
  /** The time at this moment. */
  readonly clock: () => number;
  /** The last time at which a server ran on the database; `now` where one runs. What a server does in time is due by then. */
  readonly servedUntil: number;
}

/** One violation: the booking or slot that it concerns, if there is one, the fault and its remedy. */
export interface Finding {
  readonly booking?: string;
  readonly slot?: SlotColumns;
  readonly message: string;
}

/**
 * Makes an invariant that one statement checks. The statements suit an engine without statistics, which estimates an account as a
 * handful of rows: `cross join` fixes the order of the tables, and bookings are ordered by their key, so that
 * they are read in the table's order. `stands` is asked of each row with a time that is later than everything that the
 * statement saw.
 */
export function invariant<Row>(
  name: string,
  statement: (
    accountId: AccountId,
    limit: number,
    now: number,
    dialect: Pick<Dialect, "leastUuid" | "uuidAsText">,
  ) => RawBuilder<Row>,
  tell: (row: Row) => Finding,
  stands: (row: Row, seenBy: number) => boolean = () => true,
): Invariant {
  return {
    name,
    find: async (reads, accountId, { limit, now, clock }) => {
      const { rows } = await statement(accountId, limit, now, dialectOf(reads)).execute(reads);
      const seenBy = clock();
      return rows.filter((row) => stands(row, seenBy)).map(tell);
    },
  };
}

/** The remedy for a booking whose parts disagree: another system, or the operator, knows its true state. */
export const importTrueState = "import its true state with `booking import --update`";
