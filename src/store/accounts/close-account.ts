import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "./audit.ts";
import { keepDirectory } from "./directory.ts";

/** What a closing removes or revokes: API hosts, endpoints, and the clients that were live. */
export interface AccountClosing {
  readonly apiHosts: readonly string[];
  readonly disabledEndpoints: readonly string[];
  readonly revokedClients: readonly string[];
}

/**
 * Removes every way for callers to reach the account, in one transaction. Its data stays. `dryRun`
 * changes nothing.
 */
export function closeAccount(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  dryRun: boolean,
): Promise<AccountClosing> {
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const hosts = await transaction
      .selectFrom("api_host")
      .select("host")
      .where("account_id", "=", accountId)
      .orderBy("position")
      .execute();
    const endpoints = await transaction
      .selectFrom("enabled_endpoint")
      .select("endpoint")
      .where("account_id", "=", accountId)
      .orderBy("endpoint")
      .execute();
    const clients = await transaction
      .selectFrom("credential")
      .select("client_id")
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .orderBy("client_id")
      .execute();
    const closing = {
      apiHosts: hosts.map(({ host }) => host),
      disabledEndpoints: endpoints.map(({ endpoint }) => endpoint),
      revokedClients: clients.map(({ client_id }) => client_id),
    };
    // A closed account is closed again without a second record.
    if (dryRun || Object.values(closing).every((taken) => taken.length === 0)) return closing;
    await transaction.deleteFrom("api_host").where("account_id", "=", accountId).execute();
    await transaction.deleteFrom("enabled_endpoint").where("account_id", "=", accountId).execute();
    await transaction
      .updateTable("credential")
      .set({ revoked_at: audit.now })
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .execute();
    await raiseDirectoryVersion(transaction);
    await recordAudit(transaction, audit, "account closed", accountId, "account", {
      api_hosts: closing.apiHosts,
      disabled_endpoints: closing.disabledEndpoints,
      revoked_clients: closing.revokedClients,
    });
    return closing;
  });
}
