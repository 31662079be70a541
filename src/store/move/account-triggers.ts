import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";

/** `write`: inserts and updates. */
export type TriggerKind = "write" | "delete";

/** A table with the columns of its key after the account. */
export interface FollowedTable {
  readonly name: string;
  readonly key: readonly string[];
  /** Whether changes of its rows are refused while `account_move` says so. */
  readonly refuses: boolean;
}

/**
 * Triggers on the tables of one account. They note the key of each changed row in `moved_row`, and refuse the
 * change while `account_move` has a pause or the state `moved`.
 */
export interface AccountTriggers {
  /** Throws `DatabaseUnusable` where the database's tables cannot have them. */
  requireTriggers(): Promise<void>;
  /** Puts the triggers where they are not yet, one table at a time. */
  create(accountId: AccountId, tables: readonly FollowedTable[]): Promise<void>;
  /** Removes the triggers of a kind, one table at a time. */
  drop(accountId: AccountId, tables: readonly FollowedTable[], kind: TriggerKind): Promise<void>;
  /**
   * Waits until no transaction with a change of the account is open, and keeps new ones waiting until
   * `transaction` ends. Returns the database's time, in milliseconds UTC.
   */
  hold(transaction: Kysely<Tables>, accountId: AccountId): Promise<number>;
}
