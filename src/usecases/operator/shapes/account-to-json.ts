import { formatAccountName } from "../../../domain/account.ts";
import type { Account } from "../../../store/accounts/accounts.ts";

/** An account as scripts read it. */
export function accountToJson(account: Account): object {
  return {
    account: formatAccountName(account.name),
    api_hosts: account.apiHosts,
    enabled_endpoints: account.enabledEndpoints,
    counts: account.counts,
  };
}
