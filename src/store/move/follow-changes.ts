import type { Kysely } from "kysely";
import type { AccountId } from "../../domain/account.ts";
import { findOwner } from "../accounts/read-accounts.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import {
  deleteRows,
  freeReusedValues,
  keysAtATime,
  readPage,
  readRows,
  rowsAtATime,
  writeRows,
  type MovedRow,
  type RowKey,
} from "./moved-rows.ts";
import { MoveRefused } from "./move-state.ts";
import { keyOf, movedTableNames, reusedColumnOf, type MovedTableName } from "./moved-tables.ts";
import { portionsOf } from "./portions.ts";

/** The two ends of a move. */
export interface MovePath {
  readonly source: Engine;
  readonly from: AccountId;
  readonly to: AccountId;
  /** Runs one transaction at the target; throws when the move is no longer this run's. */
  readonly inTarget: (work: (transaction: Kysely<Tables>) => Promise<void>) => Promise<void>;
}

/** Copies the account as it is at one moment. The triggers have noted every change since. */
export async function copyAccount(
  { source, from, to, inTarget }: MovePath,
  onProgress: (rows: number, total: number) => void,
): Promise<number> {
  await using snapshot = await source.snapshot();
  const total = await countRows(snapshot.reads, from);
  let done = 0;
  for (const table of movedTableNames) {
    let last: MovedRow | null = null;
    for (;;) {
      const rows: readonly MovedRow[] = await readPage(snapshot.reads, from, table, last);
      if (rows.length > 0) await inTarget((transaction) => bring(transaction, to, table, rows));
      done += rows.length;
      onProgress(done, total);
      last = rows.at(-1) ?? null;
      if (rows.length < rowsAtATime) break;
    }
  }
  return done;
}

/**
 * Brings the rows that were noted to the target, as one snapshot of the source has them, and returns how many
 * notes it removed. Rows are written in the order in which tables refer to one another, and removed in the
 * opposite order. A note is removed after its row has arrived, so a kill in between repeats the row.
 */
export async function followChanges(
  path: MovePath,
  tables: readonly MovedTableName[] = movedTableNames,
): Promise<number> {
  const { source, from, to, inTarget } = path;
  const noted = await bringNotedRows(path, tables);
  await inTarget(async (transaction) => {
    const account = await source.reads
      .selectFrom("account")
      .select(["catalogue_version", "created_at"])
      .where("id", "=", from)
      .executeTakeFirstOrThrow();
    await transaction.updateTable("account").set(account).where("id", "=", to).execute();
  });
  for (const ids of portionsOf(noted, rowsAtATime)) {
    await source.write((transaction) =>
      transaction
        .deleteFrom("moved_row")
        .where("account_id", "=", from)
        .where("id", "in", ids)
        .execute(),
    );
  }
  return noted.length;
}

/** Returns the ids of the notes. */
async function bringNotedRows(
  { source, from, to, inTarget }: MovePath,
  tables: readonly MovedTableName[],
): Promise<readonly string[]> {
  await using snapshot = await source.snapshot();
  const notes = await snapshot.reads
    .selectFrom("moved_row")
    .select(["id", "table_name", "row_key"])
    .where("account_id", "=", from)
    .where("table_name", "in", tables)
    .execute();
  const keys = new Map<string, Map<string, RowKey>>();
  for (const { table_name: table, row_key: text } of notes) {
    const ofTable = keys.get(table) ?? new Map<string, RowKey>();
    const key = JSON.parse(text) as RowKey;
    keys.set(table, ofTable.set(textOf(key), key));
  }
  const portions = tables.flatMap((table) =>
    portionsOf([...(keys.get(table) ?? new Map<string, RowKey>())], keysAtATime).map((portion) => ({
      table,
      keys: new Map(portion),
    })),
  );
  for (const { table, keys: changed } of portions) {
    if (reusedColumnOf(table) === null) continue;
    await inTarget((transaction) =>
      freeReusedValues(transaction, to, table, [...changed.values()]),
    );
  }
  for (const { table, keys: changed } of portions) {
    const rows = await readRows(snapshot.reads, from, table, [...changed.values()]);
    for (const row of rows) changed.delete(textOf(keyOf(table).map((column) => row[column])));
    await inTarget((transaction) => bring(transaction, to, table, rows));
  }
  for (const { table, keys: gone } of portions.toReversed()) {
    if (gone.size === 0) continue;
    await inTarget((transaction) => deleteRows(transaction, to, table, [...gone.values()]));
  }
  return notes.map(({ id }) => id);
}

async function bring(
  transaction: Kysely<Tables>,
  to: AccountId,
  table: MovedTableName,
  rows: readonly MovedRow[],
): Promise<void> {
  if (table === "api_host") {
    for (const { host } of rows as readonly { host: string }[]) {
      const owner = await findOwner(transaction, host);
      if (owner !== null && owner.id !== to) throw new MoveRefused({ why: "host-taken", host });
    }
  }
  await writeRows(transaction, to, table, rows.map(ofTarget));
}

/** One text for a key of both engines, which write JSON with and without spaces. */
function textOf(key: RowKey): string {
  return JSON.stringify(key);
}

/** Begins a new epoch of the account's feed of changes: its next reader finds another database. */
function ofTarget(row: MovedRow): MovedRow {
  return "database_identity" in row ? { ...row, database_identity: "" } : row;
}

async function countRows(reads: Kysely<Tables>, accountId: AccountId): Promise<number> {
  let total = 0;
  for (const table of movedTableNames) {
    const { rows } = await reads
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    total += rows;
  }
  return total;
}
