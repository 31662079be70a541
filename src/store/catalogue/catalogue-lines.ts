import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import type { DataLineOf, SlotLine } from "../../domain/data-file/data-line.ts";
import { catalogueKinds, type CatalogueKind } from "./catalogue-kinds.ts";
import { readLineRows, toLine, type LineRow, type LineRowFilter } from "./line-rows.ts";
import type { Tables } from "../tables.ts";
import { keysetPages, rowsPerPage } from "./keyset-pages.ts";

/** A slot with the number of its taken seats. */
export type CountedSlot = SlotLine & { readonly taken: number };

/** Reads the records of one kind as lines, in the order of their rows' key. */
export async function* catalogueLines<Kind extends CatalogueKind>(
  reads: Kysely<Tables>,
  accountId: AccountId,
  kind: Kind,
  fields: NonNullable<LineRowFilter["fields"]> = {},
): AsyncGenerator<DataLineOf<Kind>[]> {
  for await (const rows of pagesOf(reads, accountId, kind, fields)) {
    yield rows.map((row) => toLine(kind, row));
  }
}

export async function* countedSlots(
  reads: Kysely<Tables>,
  accountId: AccountId,
): AsyncGenerator<CountedSlot[]> {
  for await (const rows of pagesOf(reads, accountId, "slot", {})) {
    yield rows.map((row) => ({ ...toLine("slot", row), taken: Number(row["taken"]) }));
  }
}

function pagesOf(
  reads: Kysely<Tables>,
  accountId: AccountId,
  kind: CatalogueKind,
  fields: NonNullable<LineRowFilter["fields"]>,
): AsyncGenerator<readonly LineRow[]> {
  const first: LineRow = Object.fromEntries(
    catalogueKinds[kind].rowKey.map((column) => [column, column === "starting_at" ? 0 : ""]),
  );
  return keysetPages(first, (after) =>
    readLineRows(reads, accountId, kind, { fields, after, limit: rowsPerPage }),
  );
}
