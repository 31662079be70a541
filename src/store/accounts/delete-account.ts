import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { formatAccountName, type AccountId, type AccountName } from "../../domain/account.ts";
import type { Refused } from "../../domain/refusal.ts";
import { DatabaseUnavailable, type Engine } from "../engine.ts";
import { keys, type TableOfAccount } from "../keys.ts";
import type { Tables } from "../tables.ts";
import { isClosed, named, type NamedAccount } from "./accounts.ts";
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

/** What the deletion of an account has done so far. */
export interface Deletion {
  /** Rows that are gone, by table, since it began. */
  readonly deleted: Deleted;
  readonly isDone: boolean;
}

/** The state of an account whose deletion has begun, in its row. */
interface Begun {
  readonly by: string;
  readonly deleted: Partial<Deleted>;
}

/**
 * Deletes a closed account with all its rows, for good, and returns how many rows of each table. It deletes in
 * portions, so that other accounts' callers go on. That it has begun is a state of the account: what an operator asks from
 * then on is refused (`runOperation`), and what runs already may add rows. Whoever asks again, or housekeeping, goes on
 * where it was interrupted. The last portion holds the lock of the directory, so that nobody opens the account meanwhile,
 * and that of the account, so that no import adds to it.
 *
 * The audit log keeps who did what and when. It loses what can name a person: subjects, details and request ids (A72).
 */
export async function deleteAccount(
  engine: Engine,
  audit: AuditContext,
  account: NamedAccount,
  dryRun: boolean,
): Promise<Deleted | Refused<AccountOpen>> {
  if (!dryRun) {
    const done = await deleteForWhile(engine, audit, account, Infinity);
    return "refused" in done ? done : done.deleted;
  }
  return (await isClosed(engine.reads, account.id))
    ? countRows(engine.reads, account.id)
    : { refused: { why: "account-open" } };
}

/** The same for so many milliseconds at least, unless it ends before. */
export async function deleteForWhile(
  engine: Engine,
  audit: AuditContext,
  { id, name }: NamedAccount,
  mostMs: number,
): Promise<Deletion | Refused<AccountOpen>> {
  const endsAt = performance.now() + mostMs;
  let begun = await engine.write(async (transaction) => {
    if (!(await isClosed(transaction, id))) return null;
    await endWebhooks(transaction, id);
    const now = await readDeletion(transaction, engine.locked, id);
    const then = now ?? { by: audit.actor, deleted: {} };
    if (now === null) await saveDeletion(transaction, id, then);
    return then;
  });
  for (const table of begun === null ? [] : tables) {
    for (let rows = portion; rows === portion && begun !== null;) {
      await audit.askAgain?.();
      const done: Portion | null = await deletePortion(engine, id, table);
      [begun, rows] = [done?.begun ?? null, done?.rows ?? 0];
      if (rows === 0 || begun === null) continue;
      // Only a portion that deleted rows ends the time: else going through empty tables would begin anew for ever.
      if (performance.now() > endsAt) return { deleted: allOf(begun.deleted), isDone: false };
      await sleep(pauseMs);
    }
  }
  if (begun === null) return { refused: { why: "account-open" } };
  await audit.askAgain?.();
  const { deleted } = begun;
  const last = await engine.write((transaction) =>
    deleteRest({ engine, transaction, audit }, { id, name }, allOf(deleted)),
  );
  return last === null ? { refused: { why: "account-open" } } : { deleted: last, isDone: true };
}

function allOf(deleted: Partial<Deleted>): Deleted {
  return Object.fromEntries(tables.map((table) => [table, deleted[table] ?? 0])) as Deleted;
}

async function readDeletion(
  transaction: Kysely<Tables>,
  locked: Engine["locked"],
  id: AccountId,
): Promise<Begun | null> {
  const found = transaction.selectFrom("account").select("deletion").where("id", "=", id);
  const row = await locked(found, "account").executeTakeFirst();
  return row?.deletion ? (JSON.parse(row.deletion) as Begun) : null;
}

async function saveDeletion(
  transaction: Kysely<Tables>,
  id: AccountId,
  begun: Begun | null,
): Promise<void> {
  await transaction
    .updateTable("account")
    .set({ deletion: begun && JSON.stringify(begun) })
    .where("id", "=", id)
    .execute();
}

/** Whether the account's deletion has begun, and nobody has opened the account since. */
export async function isBeingDeleted(reads: Kysely<Tables>, id: AccountId): Promise<boolean> {
  const row = await reads
    .selectFrom("account")
    .select("deletion")
    .where("id", "=", id)
    .executeTakeFirst();
  return typeof row?.deletion === "string" && (await isClosed(reads, id));
}

/** The accounts whose deletion has begun, with who began it. */
export async function readDeletions(
  reads: Kysely<Tables>,
): Promise<{ readonly account: NamedAccount; readonly by: string }[]> {
  const rows = await reads
    .selectFrom("account")
    .select(["id", "tenant", "environment", "deletion"])
    .where("deletion", "is not", null)
    .execute();
  return rows.map((row) => ({
    account: named(row),
    by: (JSON.parse(row.deletion ?? "{}") as Begun).by,
  }));
}

/** Ends every webhook of an account, and with its lease what a sender would still write. */
async function endWebhooks(transaction: Kysely<Tables>, id: AccountId): Promise<void> {
  await transaction
    .updateTable("webhook")
    .set((set) => ({ state: "ended", lease_held: 0, lease_number: set("lease_number", "+", 1) }))
    .where("account_id", "=", id)
    .execute();
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

interface Portion {
  readonly begun: Begun;
  readonly rows: number;
}

/**
 * Deletes at most `portion` rows of the table and of those before it; null when somebody has opened the account again. What
 * an import or a booking has added meanwhile to the tables before goes first, because foreign keys lead from there.
 */
function deletePortion(
  engine: Engine,
  id: AccountId,
  table: TableOfAccount,
): Promise<Portion | null> {
  return engine.write(async (transaction) => {
    const begun = (await readDeletion(transaction, engine.locked, id)) ?? { by: "", deleted: {} };
    if (!(await isClosed(transaction, id))) {
      await saveDeletion(transaction, id, null);
      return null;
    }
    const deleted: Partial<Record<TableOfAccount, number>> = { ...begun.deleted };
    let left = portion;
    for (const each of tables.slice(0, tables.indexOf(table) + 1)) {
      if (left === 0) break;
      const rows = await deleteRows(transaction, id, each, left);
      if (rows > 0) deleted[each] = (deleted[each] ?? 0) + rows;
      left -= rows;
    }
    const then = { ...begun, deleted };
    if (left < portion) await saveDeletion(transaction, id, then);
    return { begun: then, rows: portion - left };
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
  // Another deletion beside this one came to its end first.
  if ((await engine.locked(found, "account").executeTakeFirst()) === undefined) {
    return (await readDeleted(transaction, name)) ?? before;
  }
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

/** What the audit log has of the account's deletion. */
async function readDeleted(
  transaction: Kysely<Tables>,
  name: AccountName,
): Promise<Deleted | null> {
  const row = await transaction
    .selectFrom("audit_event")
    .select("details")
    .where("action", "=", "account deleted")
    .where("subject", "=", formatAccountName(name))
    .orderBy("at", "desc")
    .executeTakeFirst();
  return typeof row?.details === "string" ? (JSON.parse(row.details) as Deleted) : null;
}
