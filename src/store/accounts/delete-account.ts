import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { formatAccountName, type AccountId, type AccountName } from "../../domain/account.ts";
import type { Refused } from "../../domain/refusal.ts";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import { keys, type TableOfAccount } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { recordAudit, type AuditContext } from "./audit.ts";
import { keepAccountId, keepDirectory, raiseDirectoryVersion } from "./directory.ts";

const tables = Object.keys(keys) as readonly TableOfAccount[];

type Deleted = Readonly<Record<TableOfAccount, number>>;

export interface AccountOpen {
  readonly why: "account-open";
}

/** Rows that one transaction deletes; other writers wait for a few milliseconds at most. */
const portion = 200;
/** The pause between two portions, in which others write. */
const pauseMs = 20;

/**
 * Deletes a closed account with all its rows, for good, and returns how many rows of each table. It deletes in
 * portions, so that other accounts' callers go on; when it is interrupted, the account stays closed, and the next
 * deletion goes on. The last portion holds the lock of the directory, so that nobody opens the account meanwhile, and
 * that of the account, so that no import adds to it.
 *
 * The audit log keeps who did what and when. It loses what can name a person: details and request ids (A72).
 */
export async function deleteAccount(
  engine: Engine,
  audit: AuditContext,
  { id, name }: { readonly id: AccountId; readonly name: AccountName },
  dryRun: boolean,
): Promise<Deleted | Refused<AccountOpen>> {
  if (!(await isClosed(engine.reads, id))) return { refused: { why: "account-open" } };
  if (dryRun) return countRows(engine.reads, id);
  const deleted = Object.fromEntries(tables.map((table) => [table, 0])) as Record<
    TableOfAccount,
    number
  >;
  const isBegun = await engine.write(async (transaction) => {
    if (!(await isClosed(transaction, id))) return false;
    await endWebhooks(transaction, id);
    return true;
  });
  if (!isBegun) return { refused: { why: "account-open" } };
  for (const table of tables) {
    for (let count = portion; count === portion; await sleep(pauseMs)) {
      await audit.askAgain?.();
      const counts = await deletePortion(engine, id, table);
      if (counts === null) return { refused: { why: "account-open" } };
      count = 0;
      for (const [each, rows] of counts) {
        deleted[each] += rows;
        count += rows;
      }
    }
  }
  await audit.askAgain?.();
  const last = await engine.write((transaction) =>
    deleteRest({ engine, transaction, audit }, { id, name }, deleted),
  );
  return last ?? { refused: { why: "account-open" } };
}

/** Ends every webhook of an account, and with its lease what a sender would still write. */
async function endWebhooks(transaction: Kysely<Tables>, id: AccountId): Promise<void> {
  await transaction
    .updateTable("webhook")
    .set((set) => ({ state: "ended", lease_held: 0, lease_number: set("lease_number", "+", 1) }))
    .where("account_id", "=", id)
    .execute();
}

async function isClosed(database: Kysely<Tables>, id: AccountId): Promise<boolean> {
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

async function countRows(reads: Kysely<Tables>, id: AccountId): Promise<Deleted> {
  const counts: Partial<Record<TableOfAccount, number>> = {};
  for (const table of tables) {
    const { rows } = await sql<{ n: number | string }>`
      select count(*) as n
      from ${sql.table(table)}
      where account_id = ${id}`.execute(reads);
    counts[table] = Number(rows[0]?.n ?? 0);
  }
  return counts as Deleted;
}

/**
 * Deletes at most `portion` rows of the table and of those before it, and returns how many of which; null when somebody
 * has opened the account again. What an import or a booking has added meanwhile to the tables before goes first,
 * because foreign keys lead from there.
 */
function deletePortion(
  engine: Engine,
  id: AccountId,
  table: TableOfAccount,
): Promise<ReadonlyMap<TableOfAccount, number> | null> {
  return engine.write(async (transaction) => {
    if (!(await isClosed(transaction, id))) return null;
    const counts = new Map<TableOfAccount, number>();
    let left = portion;
    for (const each of tables.slice(0, tables.indexOf(table) + 1)) {
      if (left === 0) break;
      const rows = await deleteRows(transaction, id, each, left);
      counts.set(each, rows);
      left -= rows;
    }
    return counts;
  });
}

async function deleteRows(
  transaction: Kysely<Tables>,
  id: AccountId,
  table: TableOfAccount,
  limit: number,
): Promise<number> {
  const key = sql.join(keys[table].map((column) => sql.ref(column)));
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)}
    where account_id = ${id}
    and (${key}) in (
      select ${key}
      from ${sql.table(table)}
      where account_id = ${id}
      limit ${limit}
    )`.execute(transaction);
  return Number(numAffectedRows);
}

/** How many rows of a table somebody may have added meanwhile. */
const restMax = 10_000;

async function deleteRest(
  within: {
    readonly engine: Engine;
    readonly transaction: Kysely<Tables>;
    readonly audit: AuditContext;
  },
  { id, name }: { readonly id: AccountId; readonly name: AccountName },
  before: Deleted,
): Promise<Deleted | null> {
  const { engine, transaction, audit } = within;
  await keepDirectory(transaction, engine.locked);
  const found = transaction.selectFrom("account").select("id").where("id", "=", id);
  // Another deletion beside this one came to its end first; this one took the others of the rows.
  if ((await engine.locked(found, "account").executeTakeFirst()) === undefined) return before;
  if (!(await isClosed(transaction, id))) return null;
  const deleted: Record<TableOfAccount, number> = { ...before };
  for (const table of tables) {
    const count = await deleteRows(transaction, id, table, restMax);
    if (count === restMax) {
      throw new DatabaseUnavailable("Somebody is adding to the account: delete it again.");
    }
    deleted[table] += count;
  }
  const account = formatAccountName(name);
  await transaction
    .updateTable("audit_event")
    .set({ account_id: null, details: null, request_id: null, subject: account })
    .where("account_id", "=", id)
    .execute();
  await transaction.deleteFrom("account").where("id", "=", id).execute();
  await keepAccountId(transaction, id);
  await raiseDirectoryVersion(transaction, id);
  await recordAudit(transaction, audit, "account deleted", null, account, deleted);
  return deleted;
}
