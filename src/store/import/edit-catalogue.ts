import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { formatDataLine } from "../../domain/data-file/format-data-line.ts";
import type { Refused } from "../../domain/refusal.ts";
import { recordAudit, type AuditContext } from "../accounts/audit.ts";
import type { ImportDataFile } from "./import-data-file.ts";
import type { BadFile } from "./import-order.ts";
import type { NumberedLine } from "../../domain/data-file/parse-data-line.ts";
import type { Tables } from "../tables.ts";
import type { CatalogueRefusal } from "../catalogue/catalogue-refusal.ts";
import { nameLine } from "../catalogue/name-line.ts";
import type { CatalogueLine } from "../catalogue/catalogue-kinds.ts";
import { readLine } from "../catalogue/read-line.ts";

/** The new state of one thing of the catalogue. */
export interface CatalogueEdit {
  /** The whole state, which replaces that of the thing with this key. */
  readonly line: CatalogueLine;
  /**
   * Returns whether the author of the edit saw this state, which is null where there is none. It is
   * called in the transaction, may be called again, and must have no effect.
   */
  readonly matches: (before: object | null) => boolean;
}

/** A thing before and after the edit, as lines of a data file; `before` is null for a new one. */
export interface CatalogueChange {
  readonly before: object | null;
  readonly after: object;
}

/**
 * Changes the catalogue, all edits or none, by the rules of an import. The audit log gets
 * the actor and the state before and after.
 */
export async function editCatalogue(
  importDataFile: ImportDataFile,
  accountId: AccountId,
  audit: AuditContext,
  edits: readonly CatalogueEdit[],
  allowOverbooked: boolean,
): Promise<readonly CatalogueChange[] | BadFile | Refused<CatalogueRefusal>> {
  let changes: CatalogueChange[] = [];
  try {
    const answer = await importDataFile(accountId, inOnePortion(edits), {
      audit,
      dryRun: false,
      update: false,
      allowOverbooked,
      onWriting: () => {},
      beforeWriting: async (transaction) => {
        changes = await compare(transaction, accountId, edits);
      },
      record: async (transaction) => {
        changes = await withMadeIds(transaction, accountId, edits, changes);
        await recordChanges(transaction, accountId, audit, changes);
      },
    });
    return "errors" in answer ? answer : changes;
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return { refused: error.refusal };
    throw error;
  }
}

/** Rolls the transaction back. */
class ChangedMeanwhile extends Error {
  readonly refusal: CatalogueRefusal;
  constructor(refusal: CatalogueRefusal) {
    super("Somebody else changed the catalogue meanwhile.");
    this.refusal = refusal;
  }
}

async function compare(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  edits: readonly CatalogueEdit[],
): Promise<CatalogueChange[]> {
  const changes: CatalogueChange[] = [];
  for (const [edit, { line, matches }] of edits.entries()) {
    const found = await readLine(transaction, accountId, line);
    const before = found === null ? null : formatDataLine(found);
    if (!matches(before))
      throw new ChangedMeanwhile({ why: "changed-meanwhile", edit, current: before });
    changes.push({ before, after: formatDataLine(line) });
  }
  return changes;
}

/** Adds the id of a campaign that was saved without one: it kept its id, or the import made one. */
async function withMadeIds(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  edits: readonly CatalogueEdit[],
  changes: readonly CatalogueChange[],
): Promise<CatalogueChange[]> {
  const told: CatalogueChange[] = [];
  for (const [index, change] of changes.entries()) {
    const line = edits[index]?.line;
    const lacksId = line?.kind === "interaction" && line.id === null;
    const found = lacksId ? await readLine(transaction, accountId, line) : null;
    told.push(found === null ? change : { ...change, after: formatDataLine(found) });
  }
  return told;
}

async function recordChanges(
  transaction: Kysely<Tables>,
  accountId: AccountId,
  audit: AuditContext,
  changes: readonly CatalogueChange[],
): Promise<void> {
  for (const { before, after } of changes) {
    if (isSame(before, after)) continue;
    const action = before === null ? "catalogue added" : "catalogue changed";
    await recordAudit(transaction, audit, action, accountId, nameLine(after), { before, after });
  }
}

function isSame(before: object | null, after: object): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}

async function* inOnePortion(
  edits: readonly CatalogueEdit[],
): AsyncGenerator<readonly NumberedLine[]> {
  yield edits.map(({ line }, index) => ({ line: index + 1, content: line }));
}
