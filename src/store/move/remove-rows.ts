import { sql, type Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { Tables } from "../tables.ts";
import { rowsAtATime } from "./moved-rows.ts";
import { keyOf, movedTableNames } from "./moved-tables.ts";

/** One transaction; what it returns. */
export type InTransaction = (
  work: (transaction: Kysely<Tables>) => Promise<boolean>,
) => Promise<boolean>;

/** Removes the account's rows in portions, so that other writers are not delayed; its own row stays. */
export async function removeRows(
  accountId: AccountId,
  inTransaction: InTransaction,
): Promise<void> {
  for (const table of movedTableNames.toReversed()) {
    const key = keyOf(table);
    const columns = sql.join(key.map((column) => sql.ref(column)));
    const some =
      key.length === 0
        ? sql``
        : sql`
          and (${columns}) in (
            select ${columns}
            from ${sql.table(table)}
            where account_id = ${accountId}
            limit ${sql.lit(rowsAtATime)}
          )`;
    let isDone = false;
    while (!isDone) {
      isDone = await inTransaction(async (transaction) => {
        const { numAffectedRows = 0n } = await sql`
          delete from ${sql.table(table)}
          where account_id = ${accountId}
          ${some}`.execute(transaction);
        return numAffectedRows < rowsAtATime;
      });
    }
  }
}
