import type { AccountId } from "../../domain/account.ts";

/** The rows of one account to remove: those that ended before a moment (milliseconds UTC), up to a limit. */
export interface Sweep {
  readonly accountId: AccountId;
  readonly before: number;
  readonly limit: number;
}
