import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { firstAttemptKey } from "../../domain/identifier.ts";
import { lockFeed, readFeed, saveFeed, type StoredFeed } from "../changes/stored-feed.ts";
import type { Engine } from "../engine.ts";
import { keys } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { forgetHolds } from "./forget-holds.ts";
import { deleteDeliveries } from "../webhooks/remove-webhook.ts";

/** The kinds of rows that expire, by table. */
export type EndingKind = keyof typeof removers;

/** Removes rows that have expired, up to the sweep's limit; returns how many. */
export function removeEnded(engine: Engine, kind: EndingKind, sweep: Sweep): Promise<number> {
  return engine.within(sweep.accountId, () => removers[kind](engine, sweep));
}

const removers = {
  access_token: removal("access_token", endedBefore("expires_at")),
  client_secret: removeSecrets,
  outcome: removeOutcomes,
  operator_request: removal("operator_request", endedBefore("created_at")),
  import_left_out: removal("import_left_out", endedBefore("written_at")),
  import_job: removal("import_job", endedBefore("started_at")),
  request_record: removal("request_record", endedBefore("at")),
  webhook_delivery: removeDeliveries,
  hold: forgetHolds,
  /** Positions in the feed of changes, with the events of slots. Those of bookings are their history and stay. */
  change: expireChanges,
};

type IsEnded = (before: number) => RawBuilder<boolean>;

function endedBefore(column: string): IsEnded {
  return (before) => sql`${sql.ref(column)} < ${before}`;
}

async function removeOutcomes(engine: Engine, sweep: Sweep): Promise<number> {
  const ofAttempts = await removeOfAttempts(engine, sweep);
  const limit = sweep.limit - ofAttempts;
  return limit === 0
    ? ofAttempts
    : ofAttempts + (await removeOfCallers(engine, { ...sweep, limit }));
}

/**
 * Removes rows that have ended. The statement that deletes also selects and locks, because several processes may sweep at
 * once and an idempotency record may be renewed under its key. A read before it takes no write lock, so a round that finds
 * nothing delays no writer.
 */
function removal(
  table:
    | "access_token"
    | "outcome"
    | "operator_request"
    | "request_record"
    | "import_job"
    | "import_left_out",
  isEnded: IsEnded,
) {
  const key: readonly string[] = keys[table];
  return async (engine: Engine, { accountId, before, limit }: Sweep): Promise<number> => {
    const ended = engine.reads
      .selectFrom(table)
      .select(key.map((column) => sql.ref(column).as(column)))
      .where("account_id", "=", accountId)
      .where(isEnded(before))
      .limit(limit);
    if ((await ended.executeTakeFirst()) === undefined) return 0;
    const { numAffectedRows = 0n } = await engine.write((transaction) =>
      sql`
        delete from ${sql.table(table)}
        where account_id = ${accountId}
        and (${sql.join(key.map((column) => sql.ref(column)))}) in ${engine.locked(ended, table)}
      `.execute(transaction),
    );
    return Number(numAffectedRows);
  };
}

/** Their keys are ordered by the time. */
const removeOfAttempts = removal(
  "outcome",
  (before) => sql`client_id = '' and idempotency_key < ${firstAttemptKey(Math.max(0, before))}`,
);

const removeOfCallers = removal(
  "outcome",
  (before) => sql`client_id <> '' and created_at < ${before}`,
);

/**
 * Removes the oldest positions of a feed, up to the first that was recorded after the sweep's moment. Returns
 * how many were removed. A cursor before the new first position is refused from then on. What an active webhook has
 * not taken stays, and one that was paused for longer ends.
 */
async function expireChanges(engine: Engine, sweep: Sweep): Promise<number> {
  const known = await readFeed(engine.reads, sweep.accountId);
  if (known === null) return 0;
  const taken = await leastTaken(engine.reads, sweep.accountId);
  const first = Math.min(await firstKept(engine.reads, known, sweep), taken + 1);
  if (first <= known.firstPosition) return 0;
  await engine.write(async (transaction) => {
    const feed = await lockFeed(engine, transaction, sweep.accountId, known.since);
    await transaction
      .deleteFrom("slot_event")
      .where("account_id", "=", sweep.accountId)
      // A cursor just before the first position is checked against the event there.
      .where("position", "<", first - 1)
      .execute();
    const firstPosition = Math.max(feed.firstPosition, first);
    await saveFeed(transaction, sweep.accountId, { ...feed, firstPosition });
    await transaction
      .updateTable("webhook")
      .set({ state: "ended", reason: "behind", state_at: sweep.now })
      .where("account_id", "=", sweep.accountId)
      .where("state", "=", "paused")
      .where("position", "<", firstPosition - 1)
      .execute();
  });
  return first - known.firstPosition;
}

/** The position up to which every active webhook has taken the feed; infinite where none is active. */
async function leastTaken(reads: Kysely<Tables>, accountId: AccountId): Promise<number> {
  const row = await reads
    .selectFrom("webhook")
    .select((select) => select.fn.min("position").as("least"))
    .where("account_id", "=", accountId)
    .where("state", "=", "active")
    .executeTakeFirst();
  return row?.least ?? Infinity;
}

/** Removes deliveries that ended, with their attempts; what has failed stays until somebody decides. */
async function removeDeliveries(engine: Engine, sweep: Sweep): Promise<number> {
  const { accountId, before, limit } = sweep;
  const ended = await engine.reads
    .selectFrom("webhook_delivery")
    .select(["webhook_id", "id"])
    .where("account_id", "=", accountId)
    .where("state", "in", ["delivered", "given-up"])
    .where("ended_at", "<", before)
    .limit(limit)
    .execute();
  for (const { webhook_id, id } of ended) {
    await engine.write((transaction) =>
      deleteDeliveries(transaction, accountId, webhook_id, ["=", id]),
    );
  }
  return ended.length;
}

/** Reads as many positions as the sweep may remove. */
async function firstKept(
  reads: Kysely<Tables>,
  { firstPosition, lastPosition }: StoredFeed,
  { accountId, before, limit }: Sweep,
): Promise<number> {
  const end = Math.min(firstPosition + limit, lastPosition + 1);
  const firsts = await Promise.all(
    (["booking_event", "slot_event"] as const).map((events) =>
      reads
        .selectFrom(events)
        .select((select) => select.fn.min("position").as("first"))
        .where("account_id", "=", accountId)
        .where("position", ">=", firstPosition)
        .where("position", "<", end)
        .where("recorded_at", ">=", before)
        .executeTakeFirst(),
    ),
  );
  return Math.min(...firsts.map((events) => events?.first ?? end));
}

interface SecretKey {
  readonly client_id: string;
  readonly id: string;
}

/**
 * Removes the secrets that have ended and to which no token refers; the secrets of a revoked client ended with
 * the client. Returns how many were removed.
 *
 * A database that is distributed by account has the secrets in one place and the tokens in another, so no
 * statement concerns both. No token is issued any more for a secret that has ended.
 */
async function removeSecrets(engine: Engine, sweep: Sweep): Promise<number> {
  const ended = await readEnded(engine, sweep);
  const used = await readUsed(engine, sweep, ended);
  const unused = ended.filter(({ id }) => !used.has(id));
  if (unused.length === 0) return 0;
  const { numDeletedRows } = await engine.write((transaction) =>
    transaction
      .deleteFrom("client_secret")
      .where("account_id", "=", sweep.accountId)
      .where((where) => where.or(unused.map((secret) => where.and(secret))))
      .executeTakeFirst(),
  );
  return Number(numDeletedRows);
}

function readEnded(engine: Engine, { accountId, before, limit }: Sweep): Promise<SecretKey[]> {
  return engine.reads
    .selectFrom("client_secret")
    .innerJoin("credential", (join) =>
      join
        .onRef("credential.account_id", "=", "client_secret.account_id")
        .onRef("credential.client_id", "=", "client_secret.client_id"),
    )
    .select(["client_secret.client_id", "client_secret.id"])
    .where("client_secret.account_id", "=", accountId)
    .where((where) =>
      where.or([
        where("client_secret.expires_at", "<", before),
        where("credential.revoked_at", "<", before),
      ]),
    )
    .limit(limit)
    .execute();
}

/** The ids of those secrets to which tokens refer. */
async function readUsed(
  engine: Engine,
  { accountId }: Sweep,
  secrets: readonly SecretKey[],
): Promise<ReadonlySet<string>> {
  if (secrets.length === 0) return new Set();
  const rows = await engine.reads
    .selectFrom("access_token")
    .select("secret_id")
    .distinct()
    .where("account_id", "=", accountId)
    .where(
      "secret_id",
      "in",
      secrets.map(({ id }) => id),
    )
    .execute();
  return new Set(rows.map(({ secret_id: id }) => id));
}

/** The rows of one account to remove: those that ended before a moment (milliseconds UTC), up to a limit. */
export interface Sweep {
  readonly accountId: AccountId;
  readonly before: number;
  readonly now: number;
  readonly limit: number;
}
