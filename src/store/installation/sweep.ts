import type { AccountId } from "../../domain/account.ts";

/** What to remove of one account: what ended before a moment (milliseconds UTC), up to a limit. */
export interface Sweep {
  readonly accountId: AccountId;
  readonly before: number;
  readonly limit: number;
}
