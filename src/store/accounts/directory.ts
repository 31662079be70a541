import { randomInt } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { hashOfNothing } from "../../domain/secret.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { Account } from "./accounts.ts";

/*
 * Every process that serves remembers the accounts and their clients (`usecases/directory.ts`). A change raises the directory's
 * version and says in `directory_change` what it changed, in its own transaction. A process that knows a version reads
 * what was changed since, and all only where that is not known any more: after more than `changesKept` changes, or when
 * its version is none of this database's, which was put back to an earlier state.
 */

/** How many changes are known: those of a time in which a process reads several times. */
const changesKept = 1_000;

/** Versions count up. The stamp is drawn at random, and distinguishes two versions of one number. */
export interface DirectoryVersion {
  readonly version: number;
  readonly stamp: number;
}

/** The accounts and credentials that a serving process remembers, as of one version or later. */
export interface DirectoryContents {
  readonly at: DirectoryVersion;
  readonly accounts: readonly DirectoryAccount[];
}

/** What is otherwise than at an earlier version, as it is now. */
export interface DirectoryChanges {
  readonly at: DirectoryVersion;
  /** Null: deleted. */
  readonly accounts: ReadonlyMap<AccountId, DirectoryAccount | null>;
  /** Clients of other accounts than these. */
  readonly clients: readonly ChangedClient[];
}

export interface ChangedClient {
  readonly accountId: AccountId;
  readonly clientId: string;
  /** Null: revoked. */
  readonly client: DirectoryClient | null;
}

export interface DirectoryAccount extends Account {
  readonly clients: readonly DirectoryClient[];
}

export interface DirectoryClient {
  readonly clientId: string;
  readonly audience: string;
  readonly secrets: readonly DirectorySecret[];
}

export interface DirectorySecret {
  readonly id: string;
  readonly hash: string;
  /** Milliseconds UTC; null while no end is set. */
  readonly expiresAt: number | null;
}

export async function readDirectoryVersion(reads: Kysely<Tables>): Promise<DirectoryVersion> {
  return reads.selectFrom("directory").select(["version", "stamp"]).executeTakeFirstOrThrow();
}

/** Writes the version unchanged. Throws when the database takes no writes. */
export async function probeWrite(engine: Pick<Engine, "write">): Promise<void> {
  await engine.write((transaction) =>
    transaction
      .updateTable("directory")
      .set((row) => ({ version: row.ref("version") }))
      .execute(),
  );
}

/** Reads the whole directory. */
export async function readDirectory(reads: Kysely<Tables>): Promise<DirectoryContents> {
  // The version is read first: a change after that is found again at the next look.
  const at = await readDirectoryVersion(reads);
  return { at, accounts: await readAccountsWithClients(reads, null) };
}

/** Reads what has changed from one version to another; null where that is not known. */
export async function readDirectoryChanges(
  reads: Kysely<Tables>,
  { from, to }: { readonly from: DirectoryVersion; readonly to: DirectoryVersion },
): Promise<DirectoryChanges | null> {
  const known = await reads
    .selectFrom("directory_change")
    .selectAll()
    .where("version", ">=", from.version)
    .where("version", "<=", to.version)
    .orderBy("version")
    .execute();
  const isWhole = known.length === to.version - from.version + 1;
  if (!isWhole || known[0]?.stamp !== from.stamp || known.at(-1)?.stamp !== to.stamp) return null;
  const changed = known.slice(1);
  const ids = new Set(
    changed.filter((row) => row.changed_client_id === null).map((row) => row.changed_account_id),
  );
  const accounts = new Map<AccountId, DirectoryAccount | null>();
  for (const id of ids) accounts.set(id as AccountId, null);
  if (ids.size > 0) {
    const found = await readAccountsWithClients(reads, [...ids]);
    for (const account of found) accounts.set(account.id, account);
  }
  const clients = changed.filter((row) => !ids.has(row.changed_account_id));
  return { at: to, accounts, clients: await readChangedClients(reads, clients) };
}

async function readChangedClients(
  reads: Kysely<Tables>,
  changed: readonly Tables["directory_change"][],
): Promise<ChangedClient[]> {
  const accountOf = new Map<string, AccountId>();
  for (const { changed_client_id: id, changed_account_id: accountId } of changed) {
    if (id !== null) accountOf.set(id, accountId as AccountId);
  }
  if (accountOf.size === 0) return [];
  const found = await readClients(reads, {
    accountIds: [...new Set(accountOf.values())],
    clientIds: [...accountOf.keys()],
  });
  const clients = new Map([...found.values()].flat().map((client) => [client.clientId, client]));
  return [...accountOf].map(([clientId, accountId]) => {
    return { accountId, clientId, client: clients.get(clientId) ?? null };
  });
}

/** Which accounts to read, and of these which clients; null: every one. */
interface Scope {
  readonly accountIds: readonly number[] | null;
  readonly clientIds: readonly string[] | null;
}

async function readAccountsWithClients(
  reads: Kysely<Tables>,
  ids: readonly number[] | null,
): Promise<DirectoryAccount[]> {
  const accounts = await reads
    .selectFrom("account")
    .select(["id", "tenant", "environment"])
    .$if(ids !== null, (select) => select.where("id", "in", ids))
    .orderBy("id")
    .execute();
  const hosts = await reads
    .selectFrom("api_host")
    .select(["account_id", "host"])
    .$if(ids !== null, (select) => select.where("account_id", "in", ids))
    .orderBy("host")
    .execute();
  const enabled = await reads
    .selectFrom("enabled_endpoint")
    .selectAll()
    .$if(ids !== null, (select) => select.where("account_id", "in", ids))
    .execute();
  const clientsOf = await readClients(reads, { accountIds: ids, clientIds: null });
  const hostsOf = Map.groupBy(hosts, (host) => host.account_id);
  const enabledOf = Map.groupBy(enabled, (endpoint) => endpoint.account_id);
  return accounts.map((account) => ({
    id: account.id as AccountId,
    name: { tenant: account.tenant, environment: account.environment },
    apiHosts: (hostsOf.get(account.id) ?? []).map((host) => host.host),
    enabledEndpoints: (enabledOf.get(account.id) ?? []).map((row) => row.endpoint),
    clients: clientsOf.get(account.id) ?? [],
  }));
}

/**
 * Reads clients by their account without those that are revoked, and without secrets that an emergency ended: secrets
 * and tokens that are missing here are refused, whatever the clock says.
 */
async function readClients(
  reads: Kysely<Tables>,
  { accountIds, clientIds }: Scope,
): Promise<ReadonlyMap<number, DirectoryClient[]>> {
  const credentials = await reads
    .selectFrom("credential")
    .select(["account_id", "client_id", "audience"])
    .where("revoked_at", "is", null)
    .$if(accountIds !== null, (select) => select.where("account_id", "in", accountIds))
    .$if(clientIds !== null, (select) => select.where("client_id", "in", clientIds))
    .execute();
  const secrets = await reads
    .selectFrom("client_secret")
    .select(["client_id", "id", "hash", "expires_at"])
    .where("hash", "<>", hashOfNothing)
    .$if(accountIds !== null, (select) => select.where("account_id", "in", accountIds))
    .$if(clientIds !== null, (select) => select.where("client_id", "in", clientIds))
    .execute();
  const secretsOf = Map.groupBy(secrets, (secret) => secret.client_id);
  const clientOf = ({ client_id: clientId, audience }: (typeof credentials)[number]) => ({
    clientId,
    audience,
    secrets: (secretsOf.get(clientId) ?? []).map((secret) => ({
      id: secret.id,
      hash: secret.hash,
      expiresAt: secret.expires_at,
    })),
  });
  const credentialsOf = Map.groupBy(credentials, (credential) => credential.account_id);
  return new Map([...credentialsOf].map(([id, own]) => [id, own.map(clientOf)]));
}

/**
 * Locks the directory until the transaction ends, so that a check of accounts, hosts, credentials or
 * operators still holds at the write. These change rarely, so one transaction at a time is enough.
 */
export async function keepDirectory(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
): Promise<void> {
  await locked(
    transaction.selectFrom("directory").select("version"),
    "directory",
  ).executeTakeFirstOrThrow();
}

/** The largest range of `randomInt`. */
const stamps = 2 ** 48 - 1;

/**
 * Raises the directory's version, so that every process reads again what changed: one client, or the whole account
 * with its hosts, endpoints and clients.
 */
export async function raiseDirectoryVersion(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  clientId: string | null = null,
): Promise<void> {
  // The row stays locked until the commit: versions become visible in their order.
  const { version, stamp } = await transaction
    .updateTable("directory")
    .set((column) => ({ version: column("version", "+", 1), stamp: randomInt(1, stamps) }))
    .returning(["version", "stamp"])
    .executeTakeFirstOrThrow();
  await transaction
    .insertInto("directory_change")
    .values({ version, stamp, changed_account_id: accountId, changed_client_id: clientId })
    .execute();
  await transaction
    .deleteFrom("directory_change")
    .where("version", "<=", version - changesKept)
    .execute();
}

/** Keeps the id from being given again. */
export async function keepAccountId(transaction: Kysely<Tables>, id: AccountId): Promise<void> {
  await transaction
    .updateTable("directory")
    .set({ last_account_id: id })
    .where("last_account_id", "<", id)
    .execute();
}
