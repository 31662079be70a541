import type { AccountId, AccountName } from "../../domain/account.ts";

/** An account without what it holds; `counted-account.ts` has that. */
export interface Account {
  readonly id: AccountId;
  readonly name: AccountName;
  readonly apiHosts: readonly string[];
  readonly enabledEndpoints: readonly string[];
}
