import type { Kysely, Selectable } from "kysely";
import type { AccountId, AccountName } from "../../domain/account.ts";
import { everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { randomInt } from "node:crypto";
import { DatabaseUnavailable, type Engine } from "../engine.ts";

type Reads = Kysely<Tables>;

/** An account by key and name. */
export interface NamedAccount {
  readonly id: AccountId;
  readonly name: AccountName;
  /** Its deletion had begun when `findNamed` read it, which alone says so; whoever opens it again ends that. */
  readonly hasDeletion?: true;
}

export interface Account extends NamedAccount {
  readonly apiHosts: readonly string[];
  readonly enabledEndpoints: readonly string[];
}

/** A page of accounts by name, after a given one; with ids, only those accounts. */
export interface AccountPage {
  readonly ids?: readonly AccountId[];
  readonly after?: AccountName;
  readonly limit?: number;
}

export async function readAccounts(
  reads: Reads,
  { ids, after, limit }: AccountPage,
): Promise<Account[]> {
  if (ids?.length === 0) return [];
  let select = reads.selectFrom("account").selectAll();
  if (ids !== undefined) select = select.where("id", "in", ids);
  if (limit !== undefined) select = select.limit(limit);
  if (after !== undefined) {
    select = select.where((where) => {
      const name = where.refTuple("tenant", "environment");
      return where(name, ">", where.tuple(after.tenant, after.environment));
    });
  }
  return toAccounts(reads, await select.orderBy("tenant").orderBy("environment").execute());
}

/** Accounts whose catalogue was written and is empty: an operator removed it, or a copy was made under row level security. */
export async function readEmptied(reads: Reads): Promise<AccountName[]> {
  const accounts = await reads
    .selectFrom("account")
    .select(["id", "tenant", "environment"])
    .where("catalogue_version", "<>", 0)
    .orderBy("tenant")
    .orderBy("environment")
    .execute();
  const groups = await reads
    .selectFrom("group")
    .select("account_id")
    .distinct()
    .modifyFront(everyAccount)
    .execute();
  const filled = new Set(groups.map(({ account_id: id }) => id));
  return accounts
    .filter(({ id }) => !filled.has(id))
    .map(({ tenant, environment }) => ({ tenant, environment }));
}

/** Null for an unknown name, as of the three below. */
export async function findAccount(reads: Reads, name: AccountName): Promise<Account | null> {
  const rows = await reads
    .selectFrom("account")
    .selectAll()
    .where("tenant", "=", name.tenant)
    .where("environment", "=", name.environment)
    .execute();
  const [account = null] = await toAccounts(reads, rows);
  return account;
}

/** The account's key, without a read of the rest. */
export async function identifyAccount(
  database: Reads,
  name: AccountName,
): Promise<AccountId | null> {
  const row = await database
    .selectFrom("account")
    .select("id")
    .where("tenant", "=", name.tenant)
    .where("environment", "=", name.environment)
    .executeTakeFirst();
  return row === undefined ? null : (row.id as AccountId);
}

/** The same, and whether its deletion has begun. */
export async function findNamed(reads: Reads, name: AccountName): Promise<NamedAccount | null> {
  const row = await reads
    .selectFrom("account")
    .select(["id", "deletion"])
    .where("tenant", "=", name.tenant)
    .where("environment", "=", name.environment)
    .executeTakeFirst();
  if (row === undefined) return null;
  const id = row.id as AccountId;
  return row.deletion === null ? { id, name } : { id, name, hasDeletion: true };
}

/** The account that has this API host, in the form that `parseHost` returns. */
export async function findOwner(database: Reads, host: string): Promise<NamedAccount | null> {
  const row = await database
    .selectFrom("api_host")
    .innerJoin("account", "account.id", "api_host.account_id")
    .select(["account.id", "account.tenant", "account.environment"])
    .where("api_host.host", "=", host)
    .executeTakeFirst();
  return row === undefined ? null : named(row);
}

/** The accounts that have a booking with this id; a copied account has the same ids. */
export async function findAccountsOfBooking(
  reads: Reads,
  bookingId: string,
): Promise<NamedAccount[]> {
  const rows = await reads
    .selectFrom("account")
    .modifyFront(everyAccount)
    .innerJoin("booking", "booking.account_id", "account.id")
    .select(["account.id", "account.tenant", "account.environment"])
    // The list of accounts lets the engine search the key (account, booking) for each, instead of a scan.
    .where("booking.account_id", "in", (select) =>
      select.selectFrom("account as each").select("each.id"),
    )
    .where("booking.id", "=", bookingId)
    .orderBy("account.id")
    .execute();
  return rows.map(named);
}

const counted = [
  "group",
  "interaction",
  "activity",
  "host",
  "ticket_type",
  "slot",
  "contact",
  "booking",
  "credential",
] as const;

/** An account with the number of rows of each kind that it holds. */
export interface CountedAccount extends Account {
  readonly counts: Readonly<Record<(typeof counted)[number], number>>;
}

/** Counts what an account holds. The time grows with the account, so only answers with counts pay it. */
export async function withCounts(reads: Reads, account: Account): Promise<CountedAccount> {
  const counts = await reads
    .selectNoFrom((select) =>
      counted.map((table) =>
        select
          .selectFrom(table)
          .select((rows) => rows.fn.countAll<number>().as("total"))
          .where("account_id", "=", account.id)
          .as(table),
      ),
    )
    .executeTakeFirstOrThrow();
  return { ...account, counts: counts as CountedAccount["counts"] };
}

type AccountRow = Selectable<Tables["account"]>;

export function named(row: Pick<AccountRow, "id" | "tenant" | "environment">): NamedAccount {
  return {
    id: row.id as AccountId,
    name: { tenant: row.tenant, environment: row.environment },
  };
}

/** Makes the accounts of these rows, in their order. */
async function toAccounts(reads: Reads, rows: readonly AccountRow[]): Promise<Account[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const hosts = await reads
    .selectFrom("api_host")
    .select(["account_id", "host"])
    .where("account_id", "in", ids)
    .orderBy("position")
    .orderBy("host")
    .execute();
  const endpoints = await reads
    .selectFrom("enabled_endpoint")
    .select(["account_id", "endpoint"])
    .where("account_id", "in", ids)
    .orderBy("endpoint")
    .execute();
  const hostsOf = Map.groupBy(hosts, (row) => row.account_id);
  const endpointsOf = Map.groupBy(endpoints, (row) => row.account_id);
  return rows.map((row) => ({
    ...named(row),
    apiHosts: (hostsOf.get(row.id) ?? []).map(({ host }) => host),
    enabledEndpoints: (endpointsOf.get(row.id) ?? []).map(({ endpoint }) => endpoint),
  }));
}

/**
 * Serialises an account's imports, edits and removals of its catalogue, added and moved slots, changed lengths and limits,
 * erasures and merges: each sees what the one before it wrote. Bookings, closings and changes of a capacity alone do not
 * take it. A transaction takes this lock before all others of `load.ts`. It is refused while the account is being deleted.
 */
export async function lockAccount(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  accountId: AccountId,
): Promise<void> {
  const { deletion } = await locked(
    transaction.selectFrom("account").select(["id", "deletion"]).where("id", "=", accountId),
    "account",
  ).executeTakeFirstOrThrow();
  if (deletion === null || !(await isClosed(transaction, accountId))) return;
  throw new DatabaseUnavailable("The account is being deleted: nothing is written to it.");
}

/** Whether no caller can reach the account: it has no API host, no endpoint and no live client. */
export async function isClosed(database: Kysely<Tables>, id: AccountId): Promise<boolean> {
  const open = await database
    .selectNoFrom((select) => [
      select
        .selectFrom("api_host")
        .select((rows) => rows.fn.countAll<number>().as("n"))
        .where("account_id", "=", id)
        .as("hosts"),
      select
        .selectFrom("enabled_endpoint")
        .select((rows) => rows.fn.countAll<number>().as("n"))
        .where("account_id", "=", id)
        .as("endpoints"),
      select
        .selectFrom("credential")
        .select((rows) => rows.fn.countAll<number>().as("n"))
        .where("account_id", "=", id)
        .where("revoked_at", "is", null)
        .as("clients"),
    ])
    .executeTakeFirstOrThrow();
  return Number(open.hosts) + Number(open.endpoints) + Number(open.clients) === 0;
}

/** The largest range of `randomInt`; catalogues change far less often. */
const versions = 2 ** 48 - 1;

/**
 * Changes the version of the account's catalogue, so that every process reads it again. It runs in the
 * transaction that changes the catalogue, so that readers see both or neither.
 */
export async function changeCatalogueVersion(
  transaction: Kysely<Tables>,
  accountId: AccountId,
): Promise<void> {
  await transaction
    .updateTable("account")
    .set({ catalogue_version: randomInt(1, versions) })
    .where("id", "=", accountId)
    .execute();
}
