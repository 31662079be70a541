import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Attempt } from "../../domain/webhooks/delivery.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { deliveriesOf, withLines, type Delivery } from "./deliveries.ts";

export interface LoggedDelivery extends Delivery {
  readonly state: Tables["webhook_delivery"]["state"];
  /** Oldest first. */
  readonly attempts: readonly Omit<Attempt, "retryAfterMs">[];
  /** When it is tried next; null where it is not. */
  readonly nextAt: number | null;
  readonly givenUpAt: number | null;
}

/** The latest deliveries, newest first. */
export async function readDeliveries(
  engine: Engine,
  accountId: AccountId,
  webhookId: string,
  { failedOnly, limit }: { readonly failedOnly: boolean; readonly limit: number },
): Promise<LoggedDelivery[]> {
  let select = deliveriesOf(engine.reads, accountId, webhookId);
  if (failedOnly) select = select.where("state", "=", "failed");
  const rows = await select
    .orderBy("at", "desc")
    .orderBy("position", "desc")
    .orderBy("id")
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const attempts = await engine.reads
    .selectFrom("webhook_attempt")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where(
      "delivery_id",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("number")
    .execute();
  const byDelivery = Map.groupBy(attempts, ({ delivery_id: id }) => id);
  const found = await withLines(engine, accountId, rows);
  return found.map(({ row, ...delivery }) => ({
    ...delivery,
    state: row.state,
    attempts: byDelivery.get(delivery.id) ?? [],
    nextAt: row.state === "waiting" ? row.next_at : null,
    givenUpAt: row.state === "given-up" ? row.ended_at : null,
  }));
}

export type DeliveryKey = { readonly webhookId: string; readonly deliveryId: string };

/** Makes a delivery due again, under its id. False for an unknown one. */
export function replayDelivery(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  key: DeliveryKey,
): Promise<boolean> {
  const again = { state: "waiting", failures: 0, next_at: audit.now, ended_at: null } as const;
  return changeDelivery(engine, accountId, audit, { key, action: "webhook replayed", set: again });
}

/** Gives up a delivery that was not delivered, so that those behind it are sent. False for any other. */
export function giveUpDelivery(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  key: DeliveryKey,
): Promise<boolean> {
  const set = { state: "given-up", ended_at: audit.now } as const;
  const only = ["waiting", "failed"] as const;
  return changeDelivery(engine, accountId, audit, {
    key,
    action: "webhook delivery given up",
    set,
    only,
  });
}

function changeDelivery(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  change: {
    readonly key: DeliveryKey;
    readonly action: string;
    readonly set: Partial<Tables["webhook_delivery"]>;
    readonly only?: readonly Tables["webhook_delivery"]["state"][];
  },
): Promise<boolean> {
  const { webhookId, deliveryId } = change.key;
  return engine.write(async (transaction) => {
    let update = transaction
      .updateTable("webhook_delivery")
      .set(change.set)
      .where("account_id", "=", accountId)
      .where("webhook_id", "=", webhookId)
      .where("id", "=", deliveryId);
    if (change.only !== undefined) update = update.where("state", "in", change.only);
    const { numUpdatedRows } = await update.executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await recordAudit(transaction, audit, change.action, accountId, webhookId, {
      delivery: deliveryId,
    });
    return true;
  });
}

/** How many deliveries of a webhook wait or have failed. */
export interface WebhookFigures {
  readonly waiting: number;
  readonly failed: number;
  /** When the oldest change that waits was made; null where none does. */
  readonly oldestAt: number | null;
}

export async function countDeliveries(
  reads: Kysely<Tables>,
  accountId: AccountId,
  webhookId: string,
): Promise<WebhookFigures> {
  const rows = await reads
    .selectFrom("webhook_delivery")
    .select(({ fn }) => ["state", fn.countAll().as("count"), fn.min("at").as("oldest")])
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", webhookId)
    .where("state", "in", ["waiting", "failed"])
    .groupBy("state")
    .execute();
  const of = (state: string) => rows.find((row) => row.state === state);
  return {
    waiting: Number(of("waiting")?.count ?? 0),
    failed: Number(of("failed")?.count ?? 0),
    oldestAt: of("waiting")?.oldest ?? null,
  };
}
