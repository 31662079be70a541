import type { Kysely } from "kysely";
import { formatAccountName, type AccountId, type AccountName } from "../../domain/account.ts";
import type { OperatorRole } from "../../domain/operator.ts";
import { raiseDirectoryVersion, recordAudit, type AuditContext } from "./audit.ts";
import { keepDirectory } from "./directory.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

/** A person or program that may use the operator API and the console. Its key is not known. */
export interface Operator {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Null means every account there is or will be. */
  readonly accounts: readonly { readonly id: AccountId; readonly name: AccountName }[] | null;
  /** What may be shown of the key. */
  readonly keyPrefix: string;
  readonly createdAt: number;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

/** An operator about to be stored, with the hash of the key. */
export interface NewOperator {
  readonly id: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** Null means every account there is or will be. */
  readonly accounts: Operator["accounts"];
  readonly keyHash: string;
  readonly keyPrefix: string;
}

/** How exactly it is known when a key was last used: not every request is worth a write. */
const lastUseKnownMs = 60_000;

/** Operators of the whole installation. */
export function operators(engine: Engine) {
  return {
    /** False when a live operator has this name; `first`: when there is any live operator. */
    create(audit: AuditContext, operator: NewOperator, first = false): Promise<boolean> {
      const { id, name, role, accounts, keyHash, keyPrefix } = operator;
      return engine.write(async (transaction) => {
        await keepDirectory(transaction, engine.locked);
        const others = first ? live(transaction) : liveByName(transaction, name);
        const taken = await others.executeTakeFirst();
        if (taken !== undefined) return false;
        await transaction
          .insertInto("operator")
          .values({
            id,
            name,
            role,
            all_accounts: accounts === null ? 1 : 0,
            key_hash: keyHash,
            key_prefix: keyPrefix,
            created_at: audit.now,
            revoked_at: null,
            last_used_at: null,
          })
          .execute();
        if (accounts !== null && accounts.length > 0) {
          await transaction
            .insertInto("operator_account")
            .values(accounts.map((account) => ({ account_id: account.id, operator_id: id })))
            .execute();
        }
        await raiseDirectoryVersion(transaction);
        await recordAudit(transaction, audit, "operator created", null, name, {
          role,
          accounts: accounts?.map((account) => formatAccountName(account.name)) ?? "all",
        });
        return true;
      });
    },

    /** False when no live operator has this name. */
    revoke(audit: AuditContext, name: string): Promise<boolean> {
      return engine.write(async (transaction) => {
        await keepDirectory(transaction, engine.locked);
        const found = await liveByName(transaction, name).executeTakeFirst();
        if (found === undefined) return false;
        await transaction
          .updateTable("operator")
          .set({ revoked_at: audit.now })
          .where("id", "=", found.id)
          .execute();
        await raiseDirectoryVersion(transaction);
        await recordAudit(transaction, audit, "operator revoked", null, name);
        return true;
      });
    },

    /** Live ones first, then by name; of one name the newest first. */
    async list(): Promise<Operator[]> {
      const rows = await engine.reads
        .selectFrom("operator")
        .selectAll()
        .orderBy((order) => order.case().when("revoked_at", "is", null).then(0).else(1).end())
        .orderBy("name")
        .orderBy("created_at", "desc")
        .execute();
      return withAccounts(engine.reads, rows);
    },

    /** The newest operator of this name, revoked or not. */
    async find(name: string): Promise<Operator | null> {
      const rows = await engine.reads
        .selectFrom("operator")
        .selectAll()
        .where("name", "=", name)
        .orderBy("created_at", "desc")
        .limit(1)
        .execute();
      return (await withAccounts(engine.reads, rows))[0] ?? null;
    },

    /** The live operator whose key has this hash. */
    async findByKey(keyHash: string): Promise<Operator | null> {
      const rows = await engine.reads
        .selectFrom("operator")
        .selectAll()
        .where("key_hash", "=", keyHash)
        .where("revoked_at", "is", null)
        .execute();
      return (await withAccounts(engine.reads, rows))[0] ?? null;
    },

    /** Whether anybody can use the operator API. */
    async areAny(): Promise<boolean> {
      return (await live(engine.reads).executeTakeFirst()) !== undefined;
    },

    /** Hash of the key of the admin of all accounts who has been here longest; null without one. */
    async keyHashOfAdmin(): Promise<string | null> {
      const row = await engine.reads
        .selectFrom("operator")
        .select("key_hash")
        .where("revoked_at", "is", null)
        .where("role", "=", "admin")
        .where("all_accounts", "=", 1)
        .orderBy("created_at")
        .limit(1)
        .executeTakeFirst();
      return row?.key_hash ?? null;
    },

    /** Notes that a key was used, to the minute. */
    async noteUse({ id, lastUsedAt }: Operator, now: number): Promise<void> {
      if (lastUsedAt !== null && now - lastUsedAt < lastUseKnownMs) return;
      await engine.write(async (transaction) => {
        await transaction
          .updateTable("operator")
          .set({ last_used_at: now })
          .where("id", "=", id)
          .execute();
      });
    },
  };
}

function live(reads: Kysely<Tables>) {
  return reads.selectFrom("operator").select("id").where("revoked_at", "is", null).limit(1);
}

function liveByName(transaction: Kysely<Tables>, name: string) {
  return live(transaction).where("name", "=", name);
}

async function withAccounts(
  reads: Kysely<Tables>,
  rows: readonly Tables["operator"][],
): Promise<Operator[]> {
  if (rows.length === 0) return [];
  const accounts = await reads
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
  const accountsOf = Map.groupBy(accounts, (row) => row.operator_id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    role: row.role,
    accounts:
      row.all_accounts === 1
        ? null
        : (accountsOf.get(row.id) ?? []).map(({ id, tenant, environment }) => ({
            id: id as AccountId,
            name: { tenant, environment },
          })),
    keyPrefix: row.key_prefix,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  }));
}
