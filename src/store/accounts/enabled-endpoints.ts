import type { AccountId, Endpoint } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "./audit.ts";

/** Enables an endpoint for an account; doing so twice enables it once. */
export function enableEndpoint(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  endpoint: Endpoint,
): Promise<void> {
  return engine.write(async (transaction) => {
    await transaction
      .insertInto("enabled_endpoint")
      .values({ account_id: accountId, endpoint })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await raiseDirectoryVersion(transaction);
    await recordAudit(transaction, audit, "endpoint enabled", accountId, endpoint);
  });
}

export function disableEndpoint(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  endpoint: Endpoint,
): Promise<void> {
  return engine.write(async (transaction) => {
    await transaction
      .deleteFrom("enabled_endpoint")
      .where("account_id", "=", accountId)
      .where("endpoint", "=", endpoint)
      .execute();
    await raiseDirectoryVersion(transaction);
    await recordAudit(transaction, audit, "endpoint disabled", accountId, endpoint);
  });
}
