import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { limitReached, type AccountLimitReached } from "../../domain/account-limits.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { WebhookFilter } from "../../domain/webhooks/delivery.ts";
import { parseChangeCursor } from "../../domain/change-feed.ts";
import { named, type NamedAccount } from "../accounts/accounts.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { Engine } from "../engine.ts";
import { everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";

export type WebhookState = Tables["webhook"]["state"];

/** A reader of the feed that posts. */
export interface Webhook extends WebhookFilter {
  readonly id: string;
  readonly url: string;
  readonly state: WebhookState;
  /** Why it is not active; null where an operator paused it. */
  readonly reason: string | null;
  readonly createdAt: number;
  /** Since when it has this state. */
  readonly stateAt: number;
  /** What comes after it was not taken from the feed yet. */
  readonly cursor: string;
}

export async function listWebhooks(
  reads: Kysely<Tables>,
  accountId: AccountId,
): Promise<Webhook[]> {
  const rows = await webhooksOf(reads, accountId).orderBy("created_at").orderBy("id").execute();
  return rows.map(toWebhook);
}

/** The webhooks of all accounts. */
export async function readAllWebhooks(
  reads: Kysely<Tables>,
): Promise<(Webhook & { readonly accountId: AccountId })[]> {
  const rows = await reads.selectFrom("webhook").selectAll().modifyFront(everyAccount).execute();
  return rows.map((row) => ({ ...toWebhook(row), accountId: row.account_id as AccountId }));
}

/** When the oldest change was recorded that a webhook has not taken from the feed; null where there is none. */
export async function oldestNotTaken(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { cursor, stateAt }: Pick<Webhook, "cursor" | "stateAt">,
): Promise<number | null> {
  const found = await Promise.all(
    (["booking_event", "slot_event"] as const).flatMap((table) => {
      const events = reads
        .selectFrom(table)
        .select("recorded_at")
        .where("account_id", "=", accountId)
        .limit(1);
      return [
        events.where("position", ">", positionIn(cursor)).orderBy("position").executeTakeFirst(),
        // Those that no reader has given a position yet.
        events
          .where("position", "is", null)
          .where("recorded_at", ">=", stateAt)
          .orderBy("recorded_at")
          .executeTakeFirst(),
      ];
    }),
  );
  const times = found.flatMap((row) => (row === undefined ? [] : [row.recorded_at]));
  return times.length === 0 ? null : Math.min(...times);
}

export async function findWebhook(
  reads: Kysely<Tables>,
  accountId: AccountId,
  id: string,
): Promise<Webhook | null> {
  const row = await webhooksOf(reads, accountId).where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : toWebhook(row);
}

function webhooksOf(reads: Kysely<Tables>, accountId: AccountId) {
  return reads.selectFrom("webhook").selectAll().where("account_id", "=", accountId);
}

export function toWebhook(row: Selectable<Tables["webhook"]>): Webhook {
  return {
    id: row.id,
    url: row.url,
    // `createWebhook` wrote these lists.
    events: JSON.parse(row.events) as string[],
    interactions: JSON.parse(row.interactions) as string[],
    state: row.state,
    reason: row.reason,
    createdAt: row.created_at,
    stateAt: row.state_at,
    cursor: row.cursor,
  };
}

/** The account of a webhook; null for an unknown one. */
export async function findAccountOfWebhook(
  reads: Kysely<Tables>,
  id: string,
): Promise<NamedAccount | null> {
  const row = await reads
    .selectFrom("webhook")
    .innerJoin("account", "account.id", "webhook.account_id")
    .select(["account.id", "account.tenant", "account.environment"])
    .where("webhook.id", "=", id)
    .modifyFront(everyAccount)
    .executeTakeFirst();
  return row === undefined ? null : named(row);
}

/** Refused where the account has as many as it may; null where it was made. */
export function createWebhook(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  webhook: Omit<Webhook, "state" | "reason" | "createdAt" | "stateAt">,
  sealed: string,
): Promise<Refused<AccountLimitReached> | null> {
  const { id, url, events, interactions, cursor } = webhook;
  return engine.write(async (transaction) => {
    // The feed was read for the cursor, and so has a row. Its lock lets one after the other count.
    await engine
      .locked(
        transaction
          .selectFrom("change_feed")
          .select("account_id")
          .where("account_id", "=", accountId),
        "change_feed",
      )
      .execute();
    const { count } = await transaction
      .selectFrom("webhook")
      .select(({ fn }) => fn.countAll().as("count"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    const { webhooks: most } = engine.limits;
    if (Number(count) >= most) return limitReached("webhooks", most);
    await transaction
      .insertInto("webhook")
      .values({
        account_id: accountId,
        id,
        url,
        events: JSON.stringify(events),
        interactions: JSON.stringify(interactions),
        state: "active",
        reason: null,
        created_at: audit.now,
        state_at: audit.now,
        cursor,
        position: positionIn(cursor),
        lease_number: 0,
        lease_beat: 0,
        lease_held: 0,
      })
      .execute();
    await addSecret(transaction, accountId, audit, { id, sealed });
    await recordAudit(transaction, audit, "webhook created", accountId, id, {
      events,
      interactions,
    });
    return null;
  });
}

/**
 * Sets the state by an operator's hand. False for an unknown one. `cursor` is where it is to go on, where that changes:
 * at the earlier one where the webhook's own went back meanwhile, because another order asks for more of the feed.
 */
export function setWebhookState(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { id, state, cursor }: { id: string; state: "active" | "paused"; cursor?: string },
): Promise<boolean> {
  return engine.write(async (transaction) => {
    const own = transaction
      .selectFrom("webhook")
      .select("cursor")
      .where("account_id", "=", accountId)
      .where("id", "=", id);
    const standing = await engine.locked(own, "webhook").executeTakeFirst();
    if (standing === undefined) return false;
    const from = cursor === undefined ? standing.cursor : earlier(standing.cursor, cursor);
    await transaction
      .updateTable("webhook")
      .set({
        state,
        reason: null,
        state_at: audit.now,
        cursor: from,
        position: positionIn(from),
      })
      .where("account_id", "=", accountId)
      .where("id", "=", id)
      .execute();
    const action = state === "active" ? "webhook resumed" : "webhook paused";
    await recordAudit(transaction, audit, action, accountId, id);
    return true;
  });
}

/** The live secrets, newest first, as they are stored. */
export async function sealedSecrets(
  reads: Kysely<Tables>,
  accountId: AccountId,
  id: string,
  now: number,
): Promise<string[]> {
  const rows = await reads
    .selectFrom("webhook_secret")
    .select("sealed")
    .where("account_id", "=", accountId)
    .where("webhook_id", "=", id)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ sealed }) => sealed);
}

/** Adds a secret; the newest one before goes on for the overlap, older ones end. False for an unknown webhook. */
export function rotateWebhookSecret(
  engine: Engine,
  accountId: AccountId,
  audit: AuditContext,
  { id, sealed, overlapMs }: { id: string; sealed: string; overlapMs: number },
): Promise<boolean> {
  return engine.write(async (transaction) => {
    const locked = await engine
      .locked(webhooksOf(transaction, accountId).where("id", "=", id), "webhook")
      .executeTakeFirst();
    if (locked === undefined) return false;
    const secrets = () =>
      transaction
        .deleteFrom("webhook_secret")
        .where("account_id", "=", accountId)
        .where("webhook_id", "=", id);
    await secrets().where("expires_at", "is not", null).execute();
    if (overlapMs === 0) await secrets().execute();
    await transaction
      .updateTable("webhook_secret")
      .set({ expires_at: audit.now + overlapMs })
      .where("account_id", "=", accountId)
      .where("webhook_id", "=", id)
      .execute();
    await addSecret(transaction, accountId, audit, { id, sealed });
    await recordAudit(transaction, audit, "webhook rotated", accountId, id, {
      old_secrets_end_at: audit.now + overlapMs,
    });
    return true;
  });
}

async function addSecret(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  { now }: AuditContext,
  { id, sealed }: { readonly id: string; readonly sealed: string },
): Promise<void> {
  await transaction
    .insertInto("webhook_secret")
    .values({
      account_id: accountId,
      webhook_id: id,
      id: randomUUID(),
      sealed,
      created_at: now,
      expires_at: null,
    })
    .execute();
}

/** Of two epochs' cursors the new one. */
function earlier(standing: string, cursor: string): string {
  const [one, other] = [parseCursor(standing), parseCursor(cursor)];
  return one.epoch === other.epoch && one.position < other.position ? standing : cursor;
}

/** The position of a cursor that the feed has made. */
export function positionIn(cursor: string): number {
  return parseCursor(cursor).position;
}

function parseCursor(cursor: string) {
  const parsed = parseChangeCursor(cursor);
  if (parsed === null) throw new Error("A webhook's cursor is one of the feed.");
  return parsed;
}
