import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { hashOfNothing } from "../../domain/secret.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { Account } from "./accounts.ts";

/** The accounts and credentials that every process remembers, as of one version. */
export interface DirectoryContents {
  readonly version: number;
  readonly accounts: readonly DirectoryAccount[];
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

export async function readDirectoryVersion(reads: Kysely<Tables>): Promise<number> {
  const { version } = await reads
    .selectFrom("directory")
    .select("version")
    .executeTakeFirstOrThrow();
  return version;
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

/**
 * Reads the directory without revoked clients and without secrets that an emergency ended: secrets and tokens
 * that are missing here are refused, whatever the clock says.
 */
export async function readDirectory(reads: Kysely<Tables>): Promise<DirectoryContents> {
  // The version is read first: a change after that is found again at the next look.
  const version = await readDirectoryVersion(reads);
  const accounts = await reads.selectFrom("account").selectAll().orderBy("id").execute();
  const hosts = await reads.selectFrom("api_host").selectAll().orderBy("host").execute();
  const enabled = await reads.selectFrom("enabled_endpoint").selectAll().execute();
  const credentials = await reads
    .selectFrom("credential")
    .selectAll()
    .where("revoked_at", "is", null)
    .execute();
  const secrets = await reads
    .selectFrom("client_secret")
    .selectAll()
    .where("hash", "<>", hashOfNothing)
    .execute();

  const hostsOf = Map.groupBy(hosts, (host) => host.account_id);
  const enabledOf = Map.groupBy(enabled, (endpoint) => endpoint.account_id);
  const credentialsOf = Map.groupBy(credentials, (credential) => credential.account_id);
  const secretsOf = Map.groupBy(secrets, (secret) => secret.client_id);
  return {
    version,
    accounts: accounts.map((account) => ({
      id: account.id as AccountId,
      name: { tenant: account.tenant, environment: account.environment },
      apiHosts: (hostsOf.get(account.id) ?? []).map((host) => host.host),
      enabledEndpoints: (enabledOf.get(account.id) ?? []).map((row) => row.endpoint),
      clients: (credentialsOf.get(account.id) ?? []).map((credential) => ({
        clientId: credential.client_id,
        audience: credential.audience,
        secrets: (secretsOf.get(credential.client_id) ?? []).map((secret) => ({
          id: secret.id,
          hash: secret.hash,
          expiresAt: secret.expires_at,
        })),
      })),
    })),
  };
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

/**
 * Raises the directory's version, so that every process reads accounts, hosts, endpoints and credentials
 * again.
 */
export async function raiseDirectoryVersion(transaction: Kysely<Tables>): Promise<void> {
  await transaction
    .updateTable("directory")
    .set((column) => ({ version: column("version", "+", 1) }))
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
