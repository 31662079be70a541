import { sql, type RawBuilder } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";
import { belongings, type Belonging } from "./belongings.ts";
import { invariant, slotOf, type SlotColumns } from "./invariant.ts";

/**
 * The columns of a slot's key are null for other tables, and `booking` is null where the row belongs to no
 * booking.
 */
type Row = { readonly [Column in keyof SlotColumns]: SlotColumns[Column] | null } & {
  readonly table_name: string;
  readonly parent: string;
  /** The columns that identify the row, in one text. */
  readonly told: string;
  readonly booking: string | null;
};

/**
 * Every row belongs to exactly one account: its parents are in the same account. Foreign keys guarantee that,
 * unless somebody edits the tables by hand with foreign keys off. A check of one account cannot find rows
 * whose account does not exist: see `rows-of-no-account.ts`.
 */
export const rowOfOneAccount = invariant<Row>(
  "row-of-one-account",
  (accountId, limit) => sql<Row>`
    ${sql.join(
      Object.entries<Belonging | null>(belongings).flatMap(([table, belonging]) =>
        belonging === null ? [] : [selectOrphans(table as keyof Tables, belonging, accountId)],
      ),
      sql` union all `,
    )}
    order by 1, 2, 3
    limit ${limit}`,
  (row) => ({
    ...(row.booking !== null && { booking: row.booking }),
    ...(isOfSlot(row) && { slot: slotOf(row) }),
    message:
      `A row of ${row.table_name} (${row.told}) names a row of ${row.parent} that this account ` +
      "does not have: bring the other back, or give the row to the account that it belongs to.",
  }),
);

function selectOrphans(
  table: keyof Tables,
  { parent, by, toldBy }: Belonging,
  accountId: AccountId,
): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`child.${name}`);
  const slotColumn = (name: keyof SlotColumns, type: "text" | "bigint") =>
    sql`cast(${table === "slot" ? column(name) : sql.lit(null)} as ${sql.raw(type)}) as ${sql.ref(name)}`;
  const told = toldBy.map((name) => sql`${sql.lit(`${name} `)} || ${column(name)}`);
  return sql`
    select
      ${sql.lit(table)} as table_name,
      ${sql.lit(parent)} as parent,
      ${sql.join(told, sql` || ', ' || `)} as told,
      cast(${bookingColumn(table)} as text) as booking,
      ${slotColumn("interaction_id", "text")},
      ${slotColumn("activity_id", "text")},
      ${slotColumn("host_id", "text")},
      ${slotColumn("starting_at", "bigint")}
    from ${sql.table(table)} as child
    where child.account_id = ${accountId}
    and ${parent === "client_secret" ? hasNoneOfFew(parent, by, accountId) : hasNone(parent, by)}`;
}

function hasNone(parent: keyof Tables, by: Belonging["by"]): RawBuilder<unknown> {
  const matches = Object.entries(by).map(
    ([name, parentName]) =>
      sql`and ${sql.ref(`parent.${parentName}`)} = ${sql.ref(`child.${name}`)}`,
  );
  return sql`not exists (
      select 1
      from ${sql.table(parent)} as parent
      where parent.account_id = child.account_id
      ${sql.join(matches, sql` `)}
    )`;
}

/**
 * A distributed database has tokens and secrets in two places. The secrets are read whole and brought to the
 * tokens: an account has few.
 */
function hasNoneOfFew(
  parent: keyof Tables,
  by: Belonging["by"],
  accountId: AccountId,
): RawBuilder<unknown> {
  return sql`(${sql.join(Object.keys(by).map((name) => sql.ref(`child.${name}`)))}) not in (
      select ${sql.join(Object.values(by).map((name) => sql.ref(name)))}
      from ${sql.table(parent)}
      where account_id = ${accountId}
    )`;
}

/** The booking that a row of the table is or belongs to; null where there is none. */
export function bookingColumn(table: keyof Tables): RawBuilder<unknown> {
  if (table === "booking") return sql.ref("child.id");
  if (table === "ticket" || table === "booking_event") return sql.ref("child.booking_id");
  return sql.lit(null);
}

function isOfSlot(row: Row): row is Row & SlotColumns {
  return row.table_name === "slot";
}
