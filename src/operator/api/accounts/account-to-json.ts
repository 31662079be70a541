import { formatAccountName } from "../../../domain/account.ts";
import type { CountedAccount } from "../../../store/accounts/counted-account.ts";
import type { Sent } from "../fields.ts";
import type { Account } from "./account-schema.ts";

export function accountToJson(account: CountedAccount): Sent<typeof Account> {
  return {
    account: formatAccountName(account.name),
    api_hosts: account.apiHosts,
    enabled_endpoints: account.enabledEndpoints,
    counts: account.counts,
  };
}
