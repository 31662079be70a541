import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/**
 * Removes a webhook with its secrets, its deliveries and their log; no transaction has more than a portion of these. False
 * for an unknown one.
 */
export async function removeWebhook(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  id: string,
): Promise<boolean> {
  for (;;) {
    const found = await engine.write(async (transaction) => {
      // The holder ends with its next write, and writes nothing beside this transaction.
      const { numUpdatedRows } = await transaction
        .updateTable("webhook")
        .set({ state: "ended", reason: "removed", state_at: audit.now })
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return "unknown";
      if (await removePortion(transaction, accountId, id)) return "more";
      await transaction
        .deleteFrom("webhook_secret")
        .where("account_id", "=", accountId)
        .where("webhook_id", "=", id)
        .execute();
      await transaction
        .deleteFrom("webhook")
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .execute();
      await recordAudit(transaction, audit, "webhook removed", accountId, id);
      return "removed";
    });
    if (found !== "more") return found === "removed";
  }
}

const removedTogether = 500;

/** Whether there were deliveries. A portion is a range of ids: a long list is compared with each row. */
async function removePortion(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  webhookId: string,
): Promise<boolean> {
  const rows = await transaction
    .selectFrom("webhook_delivery")
    .select("id")
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .orderBy("id")
    .limit(removedTogether)
    .execute();
  const last = rows.at(-1)?.id;
  if (last === undefined) return false;
  await deleteDeliveries(transaction, accountId, webhookId, ["<=", last]);
  return true;
}

/** Deletes deliveries with their attempts: one, or all up to it. */
export async function deleteDeliveries(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  webhookId: string,
  [upTo, id]: readonly [upTo: "=" | "<=", id: string],
): Promise<void> {
  await transaction
    .deleteFrom("webhook_attempt")
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("delivery_id", upTo, id)
    .execute();
  await transaction
    .deleteFrom("webhook_delivery")
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("id", upTo, id)
    .execute();
}
