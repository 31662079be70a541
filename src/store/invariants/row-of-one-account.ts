import { sql, type Kysely } from "kysely";
import { everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { invariant, type Finding } from "./invariant.ts";

interface Orphan {
  readonly table_name: string;
  readonly parent: string;
  /** The columns that identify the row, never a hash or a value that a caller chose. */
  readonly row_key: string;
  readonly booking_id: string | null;
}

/**
 * Every row belongs to exactly one account: its parents are in the same account. Foreign keys guarantee that but for
 * outcomes (B17), of which those of attempts name no booking, for tokens where the database is distributed (B364), and for
 * the accounts of `tablesWithoutForeignKey` (`findRowsOfNoAccount`).
 */
export const rowOfOneAccount = invariant<Orphan>(
  "row-of-one-account",
  // The account's few secrets are brought to the tokens, which are on another node.
  (accountId, limit) => sql<Orphan>`
    select
      'outcome' as table_name,
      'booking' as parent,
      'booking_id' as row_key,
      outcome.booking_id
    from outcome
    where outcome.account_id = ${accountId}
    and outcome.booking_id is not null
    and not exists (
      select 1
      from booking
      where booking.account_id = outcome.account_id
      and booking.id = outcome.booking_id
    )
    union all
    select
      'access_token' as table_name,
      'client_secret' as parent,
      'client_id ' || client_id || ', secret_id ' || secret_id as row_key,
      null as booking_id
    from access_token
    where account_id = ${accountId}
    and (client_id, secret_id) not in (
      select client_id, id
      from client_secret
      where account_id = ${accountId}
    )
    order by 1, 2, 3, 4
    limit ${limit}`,
  ({ table_name, parent, row_key, booking_id: booking }) => ({
    message:
      `A row of ${table_name} (${row_key}${booking === null ? "" : ` ${booking}`}) names a row of ${parent} that this account ` +
      "does not have: bring the other back, or give the row to the account that it belongs to.",
  }),
);

/** The tables from which no foreign key leads to the account, over others or directly, on every database. */
export const tablesWithoutForeignKey = [
  "access_token",
  "change_feed",
  "operator_request",
  "outcome",
  "slot_event",
] as const satisfies readonly (keyof Tables)[];

interface RowsOfNoAccount {
  readonly table_name: string;
  readonly account_id: number;
  readonly rows: number;
}

/** Finds the rows whose account does not exist, one finding for each table and missing account. */
export async function findRowsOfNoAccount(
  reads: Kysely<Tables>,
  limit: number,
): Promise<Finding[]> {
  const counts = tablesWithoutForeignKey.map(
    (table) => sql`
      select
        ${sql.lit(table)} as table_name,
        child.account_id,
        count(*) as rows
      from ${sql.table(table)} as child
      where child.account_id <> 0
      and child.account_id not in (
        select id
        from account
      )
      group by child.account_id`,
  );
  const { rows } = await sql<RowsOfNoAccount>`
    ${everyAccount}
    ${sql.join(counts, sql` union all `)}
    order by 1, 2
    limit ${limit}`.execute(reads);
  return rows.map((row) => ({
    message:
      `${row.rows} rows of ${row.table_name} belong to account number ${row.account_id}, which ` +
      "does not exist: give them to the account that they belong to, or remove them.",
  }));
}
