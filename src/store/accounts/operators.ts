import type { Kysely } from "kysely";
import { formatAccountName } from "../../domain/account.ts";
import type { AccountLimitReached } from "../../domain/account-limits.ts";
import type { Refused } from "../../domain/refusal.ts";
import type { Rights } from "../../domain/operator.ts";
import { named, type NamedAccount } from "./accounts.ts";
import { recordAudit, type AuditContext } from "./audit.ts";
import { keepDirectory } from "./directory.ts";
import { sessionEndedAction, type EndDetails } from "./operator-sessions.ts";
import { refuseTooMany } from "./ended-operators.ts";
import { isLastAdmin, type LastAdmin } from "./last-admin.ts";
import { limitedKey, rightsOf, rightsRow } from "./stored-rights.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** A person or program that may use the operator API and the console. Of its key the database has a hash and a prefix. */
export interface Operator extends Rights {
  readonly id: string;
  readonly name: string;
  /** Null means every account, present and future. */
  readonly accounts: readonly NamedAccount[] | null;
  /** The part of the key that may be shown. */
  readonly keyPrefix: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** An operator to store, with the hash of the key. */
export type NewOperator = Pick<Operator, "id" | "name" | "accounts" | "keyPrefix"> &
  Rights & {
    readonly keyHash: string;
  };

/** The precision of a key's last use: a write for each request would cost more than it is worth. */
const lastUseKnownMs = 60_000;

/** A session that somebody ended before its time. */
export interface SessionEnd {
  /** The name of the operator whose session it was. */
  readonly operator: string;
  /** The session's id in lists. */
  readonly session: string;
  /** Whether its own browser ended it. */
  readonly signedOut: boolean;
}

/** Live operators first, then by name; among equal names the newest first. */
export async function readOperators(reads: Kysely<Tables>): Promise<Operator[]> {
  const rows = await reads
    .selectFrom("operator")
    .selectAll()
    .orderBy((order) => order.case().when("revoked_at", "is", null).then(0).else(1).end())
    .orderBy("name")
    .orderBy("created_at", "desc")
    .execute();
  return withAccounts(reads, rows);
}

/** The newest operator of this name, revoked or not; null where none ever had it, or that one is forgotten. */
export async function findOperator(reads: Kysely<Tables>, name: string): Promise<Operator | null> {
  const rows = await reads
    .selectFrom("operator")
    .selectAll()
    .where("name", "=", name)
    .orderBy("created_at", "desc")
    .limit(1)
    .execute();
  return (await withAccounts(reads, rows))[0] ?? null;
}

/** The live operator whose key has this hash; a key that has expired is none. */
export async function findByKey(
  reads: Kysely<Tables>,
  keyHash: string,
  now: number,
): Promise<Operator | null> {
  const rows = await reads
    .selectFrom("operator")
    .selectAll()
    .where("key_hash", "in", [keyHash, `${limitedKey}${keyHash}`])
    .where("revoked_at", "is", null)
    .execute();
  const [found = null] = await withAccounts(reads, rows);
  return found === null || now >= (found.expiresAt ?? Infinity) ? null : found;
}

/** Whether an operator is not revoked, one whose key has ended included. */
export async function areAny(reads: Kysely<Tables>): Promise<boolean> {
  return (await live(reads).executeTakeFirst()) !== undefined;
}

/** Hash of the key of the longest-serving admin of all accounts, without an end; null where there is none. */
export async function keyHashOfAdmin(reads: Kysely<Tables>): Promise<string | null> {
  const row = await reads
    .selectFrom("operator")
    .select("key_hash")
    .where("revoked_at", "is", null)
    .where("role", "=", "admin")
    .where("limits", "is", null)
    .where("all_accounts", "=", 1)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return row?.key_hash ?? null;
}

/**
 * Creates an operator. Refused when a live operator has this name, or, with `first`, when there is any live operator, and
 * where one of its accounts, or all of them together, have as many as they may.
 */
export function createOperator(
  engine: Engine,
  audit: AuditContext,
  operator: NewOperator,
  first = false,
): Promise<Refused<OperatorExists | AccountLimitReached> | null> {
  const { id, name, accounts, keyHash, keyPrefix } = operator;
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const others = first ? live(transaction) : liveByName(transaction, name);
    const taken = await others.executeTakeFirst();
    if (taken !== undefined) return { refused: { why: "operator-exists", name } };
    const most = engine.limits.operators;
    const full = await refuseTooMany(transaction, accounts, most, audit.now);
    if (full !== null) return full;
    await transaction
      .insertInto("operator")
      .values({
        id,
        name,
        ...rightsRow(operator, keyHash),
        all_accounts: accounts === null ? 1 : 0,
        key_prefix: keyPrefix,
        created_at: audit.now,
        revoked_at: null,
        last_used_at: null,
      })
      .execute();
    await giveAccounts(transaction, id, accounts);
    await recordAudit(transaction, audit, "operator created", null, name, tell(operator));
    return null;
  });
}

export async function giveAccounts(
  transaction: Kysely<Tables>,
  operatorId: string,
  accounts: readonly Pick<NamedAccount, "id">[] | null,
): Promise<void> {
  if (accounts === null || accounts.length === 0) return;
  await transaction
    .insertInto("operator_account")
    .values(accounts.map(({ id }) => ({ account_id: id, operator_id: operatorId })))
    .execute();
}

interface OperatorExists {
  readonly why: "operator-exists";
  readonly name: string;
}

/**
 * Revokes an operator, whose name another one may have by now, and returns since when its key has ended; null for an
 * unknown one. Refused for the last admin of everything.
 */
export function revokeOperator(
  engine: Engine,
  audit: AuditContext,
  { id, name }: Pick<Operator, "id" | "name">,
): Promise<number | Refused<LastAdmin> | null> {
  return engine.write(async (transaction) => {
    await keepDirectory(transaction, engine.locked);
    const found = await transaction
      .selectFrom("operator")
      .select("revoked_at")
      .where("id", "=", id)
      .executeTakeFirst();
    if (found === undefined) return null;
    if (found.revoked_at !== null) return found.revoked_at;
    if (await isLastAdmin(transaction, id)) return { refused: { why: "last-admin" } };
    await transaction
      .updateTable("operator")
      .set({ revoked_at: audit.now })
      .where("id", "=", id)
      .execute();
    await recordAudit(transaction, audit, "operator revoked", null, name);
    return audit.now;
  });
}

/** Records who signed in with the identity provider, and with which rights: the person is no row of `operator`. */
export function noteSignIn(
  engine: Engine,
  audit: AuditContext,
  operator: Operator,
  subject: string,
): Promise<void> {
  return engine.write((transaction) =>
    recordAudit(transaction, audit, "operator admitted", null, operator.name, {
      subject,
      ...tell(operator),
    }),
  );
}

/** Records who ended which session. */
export function noteSessionEnd(
  engine: Engine,
  audit: AuditContext,
  { operator, session, signedOut }: SessionEnd,
): Promise<void> {
  const details: EndDetails = { session, signed_out: signedOut };
  return engine.write((transaction) =>
    recordAudit(transaction, audit, sessionEndedAction, null, operator, details),
  );
}

/** Records that a key was used, to the minute. */
export async function noteUse(engine: Engine, operator: Operator, now: number): Promise<void> {
  const { id, lastUsedAt } = operator;
  if (lastUsedAt !== null && now - lastUsedAt < lastUseKnownMs) return;
  await engine.write(async (transaction) => {
    await transaction
      .updateTable("operator")
      .set({ last_used_at: now })
      .where("id", "=", id)
      .execute();
  });
}

/** What the audit log says of an operator. */
export function tell({
  role,
  scopes,
  accounts,
  interactions,
  expiresAt,
}: Rights & Pick<Operator, "accounts">) {
  return {
    ...(role === null ? { scopes } : { role }),
    accounts: accounts?.map(({ name }) => formatAccountName(name)) ?? "all",
    ...(interactions !== null && { interactions }),
    ...(expiresAt !== null && { expires_at: expiresAt }),
  };
}

function live(reads: Kysely<Tables>) {
  return reads.selectFrom("operator").select("id").where("revoked_at", "is", null).limit(1);
}

function liveByName(transaction: Kysely<Tables>, name: string) {
  return live(transaction).where("name", "=", name);
}

export async function withAccounts(
  reads: Kysely<Tables>,
  rows: readonly Tables["operator"][],
): Promise<Operator[]> {
  const limited = rows.filter((row) => row.all_accounts === 0);
  const accounts = limited.length === 0 ? [] : await accountRows(reads, limited);
  const accountsOf = Map.groupBy(accounts, (row) => row.operator_id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    ...rightsOf(row),
    accounts: row.all_accounts === 1 ? null : (accountsOf.get(row.id) ?? []).map(named),
    keyPrefix: row.key_prefix,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }));
}

function accountRows(reads: Kysely<Tables>, rows: readonly Tables["operator"][]) {
  return reads
    .selectFrom("operator_account")
    .innerJoin("account", "account.id", "operator_account.account_id")
    .select(["operator_account.operator_id", "account.id", "account.tenant", "account.environment"])
    .where(
      "operator_account.operator_id",
      "in",
      rows.map((row) => row.id),
    )
    .orderBy("account.tenant")
    .orderBy("account.environment")
    .execute();
}
