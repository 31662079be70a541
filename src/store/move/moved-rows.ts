import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";
import { conflictOf, keyOf, reusedColumnOf, type MovedTableName } from "./moved-tables.ts";

export type MovedRow = Readonly<Record<string, unknown>>;

/** The values of a row's key columns after the account. */
export type RowKey = readonly unknown[];

/** Rows that one statement reads or writes. */
export const rowsAtATime = 500;
/** Keys that one statement names: SQLite limits how deep an expression nests. */
export const keysAtATime = 400;

/** A page of the account's rows, in the order of their keys. */
export async function readPage(
  reads: Kysely<Tables>,
  accountId: AccountId,
  table: MovedTableName,
  after: MovedRow | null,
): Promise<readonly MovedRow[]> {
  const key = keyOf(table);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const behind =
    after === null ? sql`` : sql`and (${columns}) > (${sql.join(key.map((name) => after[name]))})`;
  const order = key.length === 0 ? sql`` : sql`order by ${columns}`;
  const { rows } = await sql<MovedRow>`
    select *
    from ${sql.table(table)}
    where account_id = ${accountId}
    ${behind}
    ${order}
    limit ${sql.lit(rowsAtATime)}`.execute(reads);
  return rows;
}

/** The account's rows with these keys, as far as there are any. */
export async function readRows(
  reads: Kysely<Tables>,
  accountId: AccountId,
  table: MovedTableName,
  keys: readonly RowKey[],
): Promise<readonly MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    select *
    from ${sql.table(table)}
    where ${withKeys(accountId, table, keys)}`.execute(reads);
  return rows;
}

/** Writes rows as they are at the source; a row that exists is replaced. */
export async function writeRows(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  table: MovedTableName,
  rows: readonly MovedRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const values = rows.map((row) => {
    const here = { ...row, account_id: accountId };
    return sql`(${sql.join(columns.map((column) => here[column as keyof typeof here]))})`;
  });
  const conflict = conflictOf(table);
  const changed = columns
    .filter((column) => !conflict.includes(column))
    .map((column) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`);
  const replace = changed.length === 0 ? sql`nothing` : sql`update set ${sql.join(changed)}`;
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}
    on conflict (${sql.join(conflict.map((column) => sql.ref(column)))})
    do ${replace}`.execute(transaction);
}

export async function deleteRows(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  table: MovedTableName,
  keys: readonly RowKey[],
): Promise<void> {
  await sql`
    delete from ${sql.table(table)}
    where ${withKeys(accountId, table, keys)}`.execute(transaction);
}

/** Gives each of these rows a value of its own in a column that another row may take over. */
export async function freeReusedValues(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  table: MovedTableName,
  keys: readonly RowKey[],
): Promise<void> {
  const reused = reusedColumnOf(table);
  if (reused === null) return;
  await sql`
    update ${sql.table(table)}
    set ${sql.ref(reused)} = 'moving:' || ${sql.ref("id")}
    where ${withKeys(accountId, table, keys)}`.execute(transaction);
}

/**
 * The account's rows with these keys. Each key repeats the account: beside one condition on the account
 * SQLite would read all of its rows for each portion of keys.
 */
export function withKeys(
  accountId: AccountId,
  table: MovedTableName,
  keys: readonly RowKey[],
): RawBuilder<unknown> {
  const ofAccount = sql`account_id = ${accountId}`;
  const key = keyOf(table);
  if (key.length === 0) return ofAccount;
  const each = keys.map((values) => {
    const columns = key.map((column, index) => sql`${sql.ref(column)} = ${values[index]}`);
    return sql`(${sql.join([ofAccount, ...columns], sql` and `)})`;
  });
  return sql`(${sql.join(each, sql` or `)})`;
}
