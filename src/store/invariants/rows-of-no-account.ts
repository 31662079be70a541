import { sql, type Kysely, type RawBuilder } from "kysely";
import { everyAccount } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { belongings } from "./belongings.ts";
import type { Finding } from "./invariant.ts";
import { bookingColumn } from "./row-of-one-account.ts";

interface Row {
  readonly table_name: string;
  readonly account_id: number;
  readonly rows: number;
  /** One of the bookings concerned; null where the table does not refer to bookings. */
  readonly booking: string | null;
}

/** Tables whose rows belong to the whole installation. */
const ofTheInstallation: ReadonlySet<keyof Tables> = new Set([
  "account",
  "directory",
  "operator",
  "rate_count",
]);

/** Finds the rows whose account does not exist, one finding for each table and missing account. */
export async function findRowsOfNoAccount(
  reads: Kysely<Tables>,
  limit: number,
): Promise<Finding[]> {
  const tables = (Object.keys(belongings) as (keyof Tables)[]).filter(
    (table) => !ofTheInstallation.has(table),
  );
  const { rows } = await sql<Row>`
    ${everyAccount}
    ${sql.join(tables.map(countOfNoAccount), sql` union all `)}
    order by 1, 2
    limit ${limit}`.execute(reads);
  return rows.map((row) => ({
    ...(row.booking !== null && { booking: row.booking }),
    message:
      `${row.rows} rows of ${row.table_name} belong to account number ${row.account_id}, which ` +
      "does not exist: give them to the account that they belong to, or remove them.",
  }));
}

/** The audit log has rows without an account, which `not in` finds where there is no account at all. */
function countOfNoAccount(table: keyof Tables): RawBuilder<unknown> {
  return sql`
    select
      ${sql.lit(table)} as table_name,
      child.account_id,
      count(*) as rows,
      min(cast(${bookingColumn(table)} as text)) as booking
    from ${sql.table(table)} as child
    where child.account_id is not null
      and child.account_id not in (
        select id
        from account
      )
    group by child.account_id`;
}
