import type { Kysely } from "kysely";
import type { AccountId, AccountName } from "../../domain/account.ts";
import type { CredentialRefusal, Refused } from "../../domain/refusal.ts";
import { limitReached, type AccountLimitReached } from "../../domain/account-limits.ts";
import { hashOfNothing } from "../../domain/secret.ts";
import { recordAudit, type AuditContext } from "./audit.ts";
import { keepDirectory, raiseDirectoryVersion } from "./directory.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** A client of an account. Only the dates and a short prefix of its secrets are readable. */
export interface Credential {
  readonly accountId: AccountId;
  readonly account: AccountName;
  readonly clientId: string;
  readonly audience: string;
  /** The operators' name of the client; null without a label. */
  readonly label: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  /** Newest first. */
  readonly secrets: readonly {
    readonly id: string;
    readonly prefix: string;
    readonly createdAt: number;
    readonly expiresAt: number | null;
    readonly lastUsedAt: number | null;
  }[];
}

/** A secret to store: its hash and the prefix that may be shown. */
export interface NewSecret {
  readonly id: string;
  readonly hash: string;
  readonly prefix: string;
}

/** The revoked clients of an account that are still shown. The audit log names all. */
const revokedKept = 1_000;
/**
 * Revoked clients that one new client removes: few, so that its transaction stays short, and more than one, so that an
 * account that has too many gets below the limit.
 */
const forgottenTogether = 10;

/** Null for an unknown client, or one of an account that is gone. */
export async function findCredential(
  reads: Kysely<Tables>,
  clientId: string,
): Promise<Credential | null> {
  const row = await reads
    .selectFrom("credential")
    .selectAll()
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const accountId = row.account_id as AccountId;
  return (await withSecrets(reads, accountId, [row], clientId))[0] ?? null;
}

export async function readCredentials(
  reads: Kysely<Tables>,
  accountId: AccountId,
): Promise<Credential[]> {
  const rows = await reads
    .selectFrom("credential")
    .selectAll()
    .where("account_id", "=", accountId)
    .orderBy("created_at")
    .orderBy("client_id")
    .execute();
  return withSecrets(reads, accountId, rows);
}

/** Credentials of one account. Where all rows are one client's, `clientId` spares the secrets of the others. */
async function withSecrets(
  reads: Kysely<Tables>,
  accountId: AccountId,
  rows: readonly Tables["credential"][],
  clientId?: string,
): Promise<Credential[]> {
  const account = await reads
    .selectFrom("account")
    .select(["tenant", "environment"])
    .where("id", "=", accountId)
    .executeTakeFirst();
  // A deleted account has no clients.
  if (account === undefined) return [];
  let select = reads.selectFrom("client_secret").selectAll().where("account_id", "=", accountId);
  if (clientId !== undefined) select = select.where("client_id", "=", clientId);
  const secrets = await select.orderBy("created_at", "desc").execute();
  const secretsOf = Map.groupBy(secrets, (secret) => secret.client_id);
  return rows.map((row) => ({
    accountId,
    account,
    clientId: row.client_id,
    audience: row.audience,
    label: row.label,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    secrets: (secretsOf.get(row.client_id) ?? []).map((secret) => ({
      id: secret.id,
      prefix: secret.prefix,
      createdAt: secret.created_at,
      expiresAt: secret.expires_at,
      lastUsedAt: secret.last_used_at,
    })),
  }));
}

/** Adds a client with its first secret. Returns null, or the refusal. */
export function createCredential(
  engine: Engine,
  audit: AuditContext,
  accountId: AccountId,
  { clientId, audience, label }: Pick<Credential, "clientId" | "audience" | "label">,
  secret: NewSecret,
): Promise<Refused<AccountLimitReached> | null> {
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const { count } = await transaction
      .selectFrom("credential")
      .select((select) => select.fn.countAll().as("count"))
      .where("account_id", "=", accountId)
      .where("revoked_at", "is", null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= engine.limits.clients) {
      return limitReached("clients", engine.limits.clients);
    }
    await forgetRevoked(transaction, accountId);
    await transaction
      .insertInto("credential")
      .values({
        account_id: accountId,
        client_id: clientId,
        audience,
        created_at: audit.now,
        revoked_at: null,
        label,
      })
      .execute();
    await addSecret(transaction, { accountId, clientId }, secret, audit.now);
    await recordAudit(transaction, audit, "credential created", accountId, clientId);
    return null;
  });
}

/** Forgets the clients that were revoked longest ago, a few at a time, with what is left of them. */
async function forgetRevoked(transaction: Kysely<Tables>, accountId: AccountId): Promise<void> {
  const forgotten = await transaction
    .selectFrom("credential")
    .select("client_id")
    .where("account_id", "=", accountId)
    .where("revoked_at", "is not", null)
    .orderBy("revoked_at", "desc")
    .orderBy("client_id")
    .offset(revokedKept)
    .limit(forgottenTogether)
    .execute();
  if (forgotten.length === 0) return;
  const ids = forgotten.map(({ client_id: id }) => id);
  for (const table of ["access_token", "client_secret", "credential"] as const) {
    await transaction
      .deleteFrom(table)
      .where("account_id", "=", accountId)
      .where("client_id", "in", ids)
      .execute();
  }
}

/**
 * Adds a secret. The live secrets end after the overlap, or at their own end if that is sooner. A client has at
 * most two live secrets. Returns null, or the refusal.
 *
 * Without an overlap the old secrets also lose their hashes, and the directory leaves them out. A secret that
 * has only expired would live on under a clock that is behind, and again under one that is set back (A33).
 */
export function rotateSecret(
  engine: Engine,
  audit: AuditContext,
  { accountId, clientId }: Pick<Credential, "accountId" | "clientId">,
  secret: NewSecret,
  overlapMs: number,
): Promise<Refused<CredentialRefusal> | null> {
  const oldSecretsEndAt = audit.now + overlapMs;
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const { revoked_at } = await transaction
      .selectFrom("credential")
      .select("revoked_at")
      .where("account_id", "=", accountId)
      .where("client_id", "=", clientId)
      .executeTakeFirstOrThrow();
    if (revoked_at !== null) return { refused: { why: "client-revoked" } };
    const phasedOut = await transaction
      .selectFrom("client_secret")
      .select((select) => select.fn.max("expires_at").as("until"))
      .where("account_id", "=", accountId)
      .where("client_id", "=", clientId)
      .where("expires_at", ">", audit.now)
      .where("hash", "<>", hashOfNothing)
      .executeTakeFirst();
    const until = phasedOut?.until ?? null;
    if (until !== null && overlapMs > 0) {
      return { refused: { why: "two-secrets-live", until } };
    }
    await transaction
      .updateTable("client_secret")
      .set({ expires_at: oldSecretsEndAt })
      .where("account_id", "=", accountId)
      .where("client_id", "=", clientId)
      .where((where) =>
        where.or([where("expires_at", "is", null), where("expires_at", ">", oldSecretsEndAt)]),
      )
      .execute();
    if (overlapMs === 0) {
      await transaction
        .updateTable("client_secret")
        .set({ hash: hashOfNothing })
        .where("account_id", "=", accountId)
        .where("client_id", "=", clientId)
        .execute();
    }
    await addSecret(transaction, { accountId, clientId }, secret, audit.now);
    await recordAudit(transaction, audit, "credential rotated", accountId, clientId, {
      old_secrets_end_at: oldSecretsEndAt,
    });
    return null;
  });
}

/** False where the client is revoked already, which changes nothing. */
export function revokeCredential(
  engine: Engine,
  audit: AuditContext,
  { accountId, clientId }: Credential,
): Promise<boolean> {
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const { numUpdatedRows } = await transaction
      .updateTable("credential")
      .set({ revoked_at: audit.now })
      .where("account_id", "=", accountId)
      .where("client_id", "=", clientId)
      .where("revoked_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await raiseDirectoryVersion(transaction, accountId, clientId);
    await recordAudit(transaction, audit, "credential revoked", accountId, clientId);
    return true;
  });
}

/** Writes nothing where the client has this label. The label is no part of the directory, which processes remember. */
export function labelCredential(
  engine: Engine,
  audit: AuditContext,
  { accountId, clientId }: Pick<Credential, "accountId" | "clientId">,
  label: string | null,
): Promise<void> {
  return engine.write(async (transaction) => {
    const stored = transaction
      .selectFrom("credential")
      .select("label")
      .where("account_id", "=", accountId)
      .where("client_id", "=", clientId);
    // Locked, so that the audit log has the label that this one replaces.
    const { label: before } = await engine.locked(stored, "credential").executeTakeFirstOrThrow();
    if (before === label) return;
    await transaction
      .updateTable("credential")
      .set({ label })
      .where("account_id", "=", accountId)
      .where("client_id", "=", clientId)
      .execute();
    await recordAudit(transaction, audit, "credential labelled", accountId, clientId, {
      before,
      after: label,
    });
  });
}

/** Adds a secret, which every process reads with the directory. */
async function addSecret(
  transaction: Kysely<Tables>,
  { accountId, clientId }: Pick<Credential, "accountId" | "clientId">,
  secret: NewSecret,
  now: number,
): Promise<void> {
  const made = { created_at: now, expires_at: null, last_used_at: null };
  await transaction
    .insertInto("client_secret")
    .values({ account_id: accountId, client_id: clientId, ...secret, ...made })
    .execute();
  await raiseDirectoryVersion(transaction, accountId, clientId);
}
