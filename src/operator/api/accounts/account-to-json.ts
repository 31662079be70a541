import { formatAccountName, type AccountName } from "../../../domain/account.ts";
import type { AccountClosing } from "../../../store/accounts/close-account.ts";
import type { CountedAccount } from "../../../store/accounts/counted-account.ts";
import type { Sent } from "../../../operations/fields.ts";
import type { Account, ClosedAccount } from "./account-schema.ts";

export function accountToJson(account: CountedAccount): Sent<typeof Account> {
  return {
    account: formatAccountName(account.name),
    api_hosts: account.apiHosts,
    enabled_endpoints: account.enabledEndpoints,
    counts: account.counts,
  };
}

export function closingToJson(
  name: AccountName,
  { apiHosts, disabledEndpoints, revokedClients }: AccountClosing,
  dryRun: boolean,
): Sent<typeof ClosedAccount> {
  return {
    account: formatAccountName(name),
    api_hosts: [...apiHosts],
    disabled_endpoints: [...disabledEndpoints],
    revoked_clients: [...revokedClients],
    dry_run: dryRun,
  };
}
