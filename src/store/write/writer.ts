import type { AliasedRawBuilder, Compilable, CompiledQuery, Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { idempotencyLifetimeMs } from "../../domain/idempotent-request.ts";
import { integer, type ColumnType } from "../columns.ts";
import type { BoundRows } from "../engine.ts";
import { bindRows, keepToBind } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { rowKinds, type RowKind } from "./batch-rows.ts";

/** A row that is written, by the names of its columns. */
export type Row = Readonly<Record<string, string | number | null>>;
/** Makes the statement that writes some rows of one kind. */
export type Writer = (
  database: Kysely<Tables>,
  accountId: AccountId,
  now: number,
  rows: readonly Row[],
) => CompiledQuery;

/** The rows of a kind as an input table of the statement, each with the account's id. */
type InputRows<Kind extends RowKind> = AliasedRawBuilder<
  Record<(keyof (typeof rowKinds)[Kind]["columns"] & string) | "account_id", never>,
  "input_rows"
>;

interface Scalars {
  readonly accountId: AccountId;
  readonly now: number;
  /** Idempotency records created up to this moment have expired. */
  readonly expiredAt: number;
}

/**
 * A changed row is found by the account's id in the input row. With the account's id as a parameter of its
 * own, the embedded engine, which has no statistics, would read all of the account's rows and search the
 * input for each.
 */
export function writer<Kind extends RowKind>(
  kind: Kind,
  build: (database: Kysely<Tables>, rows: InputRows<Kind>, scalars: Scalars) => Compilable,
): Writer {
  const columns: Readonly<Record<string, ColumnType>> = {
    account_id: integer.type,
    ...rowKinds[kind].columns,
  };
  const bind = keepToBind((database, values: BoundRows & Scalars, { inputRows }) =>
    // The input has these columns.
    build(database, inputRows(values, columns) as object as InputRows<Kind>, values),
  );
  return (database, accountId, now, rows) =>
    bind(database, {
      accountId,
      now,
      expiredAt: now - idempotencyLifetimeMs,
      input_account_id: rows.map(() => accountId),
      ...bindRows(rows),
    });
}
