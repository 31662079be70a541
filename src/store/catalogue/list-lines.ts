import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { formatDataLine } from "../../domain/data-file/format-data-line.ts";
import { catalogueLines } from "./catalogue-lines.ts";
import type { Tables } from "../tables.ts";
import type { CatalogueKey, CatalogueKind } from "./catalogue-kinds.ts";
import { readLine } from "./read-line.ts";

/** Every kind but slots: an account has too many slots to list at once. */
export type ListedKind = Exclude<CatalogueKind, "slot">;

/** Conditions on catalogue records; an absent condition matches every record. */
export interface CatalogueFilter {
  readonly kind: ListedKind;
  /** The public key of the campaign, for kinds that are part of one. */
  readonly interaction?: string;
  /** The id of the activity, for kinds that are part of one. */
  readonly activity?: string;
}

/** Lists the records of one kind as lines of a data file, in the order of an export. */
export async function listLines(
  reads: Kysely<Tables>,
  accountId: AccountId,
  { kind, ...fields }: CatalogueFilter,
): Promise<object[]> {
  const lines: object[] = [];
  for await (const some of catalogueLines(reads, accountId, kind, fields)) {
    for (const line of some) lines.push(formatDataLine(line));
  }
  return lines;
}

/** Finds the record with this key, as a line of a data file; null when there is none. */
export async function findLine(
  reads: Kysely<Tables>,
  accountId: AccountId,
  key: CatalogueKey,
): Promise<object | null> {
  const found = await readLine(reads, accountId, key);
  return found === null ? null : formatDataLine(found);
}
