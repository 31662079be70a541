import type { Kysely, Transaction } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Engine } from "../engine.ts";
import { readEveryAccount } from "../read-every-account.ts";
import { everyAccount, keepStatement } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { positionIn, toWebhook, type Webhook } from "./webhooks.ts";

/** Who delivers for a webhook. Who sees its number and its beat stand still takes the lease over. */
export interface Lease {
  readonly accountId: AccountId;
  readonly webhookId: string;
  readonly number: number;
  /** What the holder does under the lease raises it (`underLease`, `beatAll`). */
  readonly beat: number;
}

export interface SeenLease extends Lease {
  readonly isHeld: boolean;
}

/** The leases of all webhooks that are active. */
export function readLeases(engine: Engine): Promise<SeenLease[]> {
  return readEveryAccount(engine, (accountId) => findLeases(engine.reads, accountId));
}

async function findLeases(reads: Kysely<Tables>, accountId?: AccountId): Promise<SeenLease[]> {
  const active = reads
    .selectFrom("webhook")
    .select(["account_id", "id", "lease_number", "lease_beat", "lease_held"])
    .where("state", "=", "active");
  const asked =
    accountId === undefined
      ? active.modifyFront(everyAccount)
      : active.where("account_id", "=", accountId);
  const rows = await asked.execute();
  return rows.map((row) => ({
    accountId: row.account_id as AccountId,
    webhookId: row.id,
    number: row.lease_number,
    beat: row.lease_beat,
    isHeld: row.lease_held === 1,
  }));
}

/** Takes the lease, unless it moved since it was seen; null where it did. */
export function takeLease(
  engine: Engine,
  accountId: AccountId,
  seen: Lease,
): Promise<Lease | null> {
  return engine.write(async (transaction) => {
    const row = await transaction
      .updateTable("webhook")
      .set({ lease_number: seen.number + 1, lease_beat: seen.beat + 1, lease_held: 1 })
      .where("account_id", "=", accountId)
      .where("id", "=", seen.webhookId)
      .where("lease_number", "=", seen.number)
      .where("lease_beat", "=", seen.beat)
      .returning(["lease_number", "lease_beat"])
      .executeTakeFirst();
    if (row === undefined) return null;
    return { ...seen, number: row.lease_number, beat: row.lease_beat };
  });
}

/** Gives the lease back, so that another process takes it at once. */
export async function releaseLease(
  engine: Engine,
  accountId: AccountId,
  { webhookId, number }: Lease,
): Promise<void> {
  await engine.write((transaction) =>
    transaction
      .updateTable("webhook")
      .set({ lease_held: 0 })
      .where("account_id", "=", accountId)
      .where("id", "=", webhookId)
      .where("lease_number", "=", number)
      .execute(),
  );
}

/** The webhook as it was at a write of its holder. */
export interface Held extends Webhook {
  readonly beat: number;
}

/** What a holder's transaction made, and how the webhook is now. */
export interface UnderLease<T> {
  readonly held: Held;
  readonly value: T;
}

/**
 * Runs `work` in one transaction while the lease is still this one, which the transaction makes sure of before
 * anything else. Null where another process has it by now, or the webhook is gone: nothing was written.
 */
export function underLease<T>(
  engine: Engine,
  { accountId, webhookId, number }: Lease,
  work: (transaction: Kysely<Tables>, held: Held) => Promise<T>,
): Promise<UnderLease<T> | null> {
  return engine.write(async (transaction) => {
    const [row] = await raiseBeat(transaction, { accountId, webhookId, number });
    if (row === undefined) return null;
    const held = { ...toWebhook(row), beat: row.lease_beat };
    return { held, value: await work(transaction, held) };
  });
}

const raiseBeat = keepStatement(
  (database, values: Pick<Lease, "accountId" | "webhookId" | "number">) =>
    database
      .updateTable("webhook")
      .set((set) => ({ lease_beat: set("lease_beat", "+", 1) }))
      .where("account_id", "=", values.accountId)
      .where("id", "=", values.webhookId)
      .where("lease_number", "=", values.number)
      .where("lease_held", "=", 1)
      .returningAll(),
);

/** Shows that the holder lives, and how the webhook is now; null where the lease is another's. */
export async function beat(
  engine: Engine,
  accountId: AccountId,
  lease: Lease,
): Promise<Held | null> {
  const answer = await underLease(engine, { ...lease, accountId }, async () => null);
  return answer?.held ?? null;
}

/** The same for all webhooks of the account that this process holds, in two statements where no other holds any. */
export function beatAll(
  engine: Engine,
  accountId: AccountId,
  leases: readonly Lease[],
): Promise<Held[]> {
  const numbers = new Map(leases.map(({ webhookId, number }) => [webhookId, number]));
  return engine.write(async (transaction) => {
    const all = await readHeld(transaction, { accountId });
    const own = all.filter((row) => numbers.get(row.id) === row.lease_number);
    // One that another takes meanwhile has a beat more, which is no harm.
    if (own.length === all.length) await raiseAllBeats(transaction, { accountId });
    else {
      for (const { id, lease_number: number } of own) {
        await raiseBeat(transaction, { accountId, webhookId: id, number });
      }
    }
    return own.map((row) => ({ ...toWebhook(row), beat: row.lease_beat + 1 }));
  });
}

type OfAccount = { readonly accountId: AccountId };

const readHeld = keepStatement((database, values: OfAccount) =>
  database
    .selectFrom("webhook")
    .selectAll()
    .where("account_id", "=", values.accountId)
    .where("lease_held", "=", 1),
);

const raiseAllBeats = keepStatement((database, values: OfAccount) =>
  database
    .updateTable("webhook")
    .set((set) => ({ lease_beat: set("lease_beat", "+", 1) }))
    .where("account_id", "=", values.accountId)
    .where("lease_held", "=", 1),
);

/** A cursor behind changes that a webhook did not want. */
export interface ReadCursor {
  readonly webhookId: string;
  /** Of its lease. */
  readonly number: number;
  readonly from: string;
  readonly cursor: string;
}

/** Writes cursors down, unless an operator or another holder has moved them; returns whose were written. */
export function saveCursors(
  engine: Engine,
  accountId: AccountId,
  moved: readonly ReadCursor[],
): Promise<string[]> {
  return engine.write(async (transaction) => {
    const saved: string[] = [];
    for (const { webhookId, number, from, cursor } of moved) {
      const { numUpdatedRows } = await transaction
        .updateTable("webhook")
        .set({ cursor, position: positionIn(cursor) })
        .where("account_id", "=", accountId)
        .where("id", "=", webhookId)
        .where("lease_number", "=", number)
        .where("cursor", "=", from)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) saved.push(webhookId);
    }
    return saved;
  });
}

/** The state in which the holder leaves the webhook, with the reason in a word. */
export async function standStill(
  engine: Engine,
  accountId: AccountId,
  lease: Lease,
  { state, reason, now }: { state: "paused" | "ended"; reason: string; now: number },
): Promise<void> {
  await underLease(engine, { ...lease, accountId }, (transaction) =>
    setState(transaction, lease, { state, reason, now }),
  );
}

export async function setState(
  transaction: Kysely<Tables> | Transaction<Tables>,
  { accountId, webhookId }: Pick<Lease, "accountId" | "webhookId">,
  { state, reason, now }: { state: "paused" | "ended"; reason: string; now: number },
): Promise<void> {
  await transaction
    .updateTable("webhook")
    .set({ state, reason, state_at: now })
    .where("account_id", "=", accountId)
    .where("id", "=", webhookId)
    .execute();
}
