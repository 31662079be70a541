import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { keyFields } from "../../domain/data-file/data-line.ts";
import type { Tables } from "../tables.ts";
import type { CatalogueKey, CatalogueLine } from "./catalogue-kinds.ts";
import { readLineRows, toLine, type LineRow } from "./line-rows.ts";

/** Reads the account's record with this key; null when there is none. */
export async function readLine(
  database: Kysely<Tables>,
  accountId: AccountId,
  key: CatalogueKey,
): Promise<CatalogueLine | null> {
  const row = await readLineRow(database, accountId, key);
  return row === null ? null : toLine(key.kind, row);
}

/** The same with the row's own key. */
export async function readLineRow(
  database: Kysely<Tables>,
  accountId: AccountId,
  key: CatalogueKey,
): Promise<LineRow | null> {
  const values: Readonly<Record<string, unknown>> = key;
  const fields = Object.fromEntries(
    keyFields[key.kind].map((field) => [field, values[field] as string | number | null]),
  );
  const [row = null] = await readLineRows(database, accountId, key.kind, { fields, limit: 1 });
  return row;
}
