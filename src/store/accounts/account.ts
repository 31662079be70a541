import type { AccountId, AccountName } from "../../domain/account.ts";

/** An account without counts of what it holds; `counted-account.ts` adds them. */
export interface Account {
  readonly id: AccountId;
  readonly name: AccountName;
  readonly apiHosts: readonly string[];
  readonly enabledEndpoints: readonly string[];
}
