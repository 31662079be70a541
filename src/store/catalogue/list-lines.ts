import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { formatDataLine } from "../../domain/data-file/format-data-line.ts";
import { catalogueLines } from "./catalogue-lines.ts";
import type { Tables } from "../tables.ts";
import type { CatalogueKey, CatalogueKind } from "./catalogue-kinds.ts";
import { readLine } from "./read-line.ts";

/** Slots are too many to be listed with the rest; they have a question of their own. */
export type ListedKind = Exclude<CatalogueKind, "slot">;

/** Which things of a catalogue; absent conditions let everything pass. */
export interface CatalogueFilter {
  readonly kind: ListedKind;
  /** Of a kind that is part of a campaign: its public key. */
  readonly interaction?: string;
  /** Of a kind that is part of an activity: its id. */
  readonly activity?: string;
}

/** All things of one kind as lines of a data file, in the order of an export. */
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

/** What stands under this key, as a line of a data file; null for nothing. */
export async function findLine(
  reads: Kysely<Tables>,
  accountId: AccountId,
  key: CatalogueKey,
): Promise<object | null> {
  const found = await readLine(reads, accountId, key);
  return found === null ? null : formatDataLine(found);
}
