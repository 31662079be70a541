import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import type { AccountId } from "../../src/domain/account.ts";
import type { BadLine } from "../../src/domain/data-file/data-line.ts";
import type { ImportAnswer, ImportResult } from "../../src/domain/import/import-report.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import type { ImportRules } from "../../src/domain/import/import-rules.ts";
import { importDataFile, type FileRun } from "../../src/usecases/operator/import-data-file.ts";
import { breaches, query } from "../harness/database.ts";
import { migratedDatabase } from "../harness/test-database.ts";

export const now = Date.UTC(2030, 3, 15, 12);
const audit = { actor: "test", now };

/** A database file with two empty accounts, and ways to import into them and to look inside. */
export interface Importing extends AsyncDisposable {
  readonly databaseUrl: string;
  readonly store: Store;
  readonly accountIds: readonly [AccountId, AccountId];
  /** Imports into the first account, or into another one. */
  import(
    file: readonly object[] | string | readonly Uint8Array[] | AsyncIterable<Uint8Array>,
    options?: Partial<ImportRules & FileRun> & { readonly into?: AccountId },
  ): Promise<ImportAnswer>;
  query(sql: string): Record<string, unknown>[];
  /** Everything that imports write, but for the audit log. */
  contents(): Record<string, unknown>[][];
}

export async function startImporting(): Promise<Importing> {
  const database = await migratedDatabase();
  const databaseUrl = database.url;
  const store = openStore(databaseUrl);
  const accountIds: AccountId[] = [];
  for (const environment of ["production", "uat"] as const) {
    const name = { tenant: "acme", environment };
    await store.accounts.create(audit, name, [`${environment}.acme.example`], []);
    accountIds.push((await store.accounts.find(name))!.id);
  }
  const [first, second] = accountIds as [AccountId, AccountId];
  return {
    databaseUrl,
    store,
    accountIds: [first, second],
    // A changed time zone is a change like any other here.
    import: (file, { into = first, zoneChange = "keep_instants", ...options } = {}) =>
      importDataFile(store.account(into), piecesOf(file), { audit, zoneChange, ...options }),
    query: (sql) => plain(query(databaseUrl, sql)),
    contents: () => tables.map((table) => plain(query(databaseUrl, `select * from "${table}"`))),
    [Symbol.asyncDispose]: async () => {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

const tables = [
  "group",
  "interaction",
  "activity",
  "host",
  "ticket_type",
  "slot",
  "contact",
  "booking",
  "ticket",
  "booking_event",
];

function piecesOf(file: Parameters<Importing["import"]>[0]) {
  if (typeof file === "string") return [Buffer.from(file)];
  if (!Array.isArray(file)) return file as AsyncIterable<Uint8Array>;
  return file[0] instanceof Uint8Array ? file : [Buffer.from(toText(file))];
}

export function toText(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function plain(rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.map((row) => ({ ...row }));
}

/** What a result says beside its counts where no booking is kept as it is. */
export const nothingKept = { kept: {}, kept_bookings: [] } as const;

/** The counts of a file that must be good, without warnings; it must leave the laws of the data intact. */
export async function imported(
  importing: Importing,
  ...parameters: Parameters<Importing["import"]>
): Promise<ImportResult> {
  const answer = await importing.import(...parameters);
  if ("errors" in answer) assert.fail(JSON.stringify(answer.errors, null, 1));
  assert.deepEqual(breaches(importing.databaseUrl), []);
  const { warnings: _, ...counts } = answer;
  return counts;
}

/** The bad lines of a file that must be refused, and must change nothing. */
export async function refused(
  importing: Importing,
  ...parameters: Parameters<Importing["import"]>
): Promise<readonly BadLine[]> {
  const before = [importing.contents(), importing.query("select * from audit_event")];
  const answer = await importing.import(...parameters);
  if (!("errors" in answer)) assert.fail(`imported: ${JSON.stringify(answer)}`);
  assert.deepEqual([importing.contents(), importing.query("select * from audit_event")], before);
  return answer.errors;
}

/** What bad lines are about, without the words of what was expected. */
export function places(
  errors: readonly BadLine[],
): [line: number, kind: string | null, key: string | null, field: string | null][] {
  for (const { expected } of errors) assert.ok(expected.length > 0);
  return errors.map(({ line, kind, key, field }) => [line, kind, key, field]);
}

/** The rows without when they were recorded, which is in the import's transaction. */
export function withoutRecordedAt(
  rows: readonly Record<string, unknown>[],
): Record<string, unknown>[] {
  return rows.map(({ recorded_at: at, ...row }) => {
    assert.ok(Number(at) >= now && Number(at) < now + 60_000, String(at));
    return row;
  });
}

/** The same uuid for the same name. */
export function uuidOf(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * All rows but for when they were recorded, with the ids and numbers that the import makes replaced, in an order that does
 * not depend on them.
 */
export function withoutMadeIds(importing: Importing): unknown {
  const names = new Map<unknown, string>();
  for (const row of importing.query("select id, public_key as name from interaction")) {
    names.set(row["id"], String(row["name"]));
  }
  for (const row of importing.query("select id, external_id as name from contact")) {
    names.set(row["id"], String(row["name"]));
  }
  const numbers = new Map<unknown, string>();
  for (const table of ["interaction", "host", "ticket_type", "contact", "slot"]) {
    for (const { number, ...row } of importing.query(`select * from ${table}`)) {
      const told = Object.values(row).map((value) => names.get(value) ?? value);
      numbers.set(number, JSON.stringify([table, told]));
    }
  }
  return importing
    .contents()
    .map((rows) =>
      rows
        .map((row) =>
          JSON.stringify(
            Object.entries(row).flatMap(([column, value]) =>
              column === "recorded_at"
                ? []
                : [(isNumber(column, row) ? numbers.get(value) : names.get(value)) ?? value],
            ),
          ),
        )
        .toSorted(),
    );
}

/** Whether the column has the number of a row. Tickets and events have numbers of their own. */
function isNumber(column: string, row: Readonly<Record<string, unknown>>): boolean {
  return column.endsWith("_number") || (column === "number" && !("booking_id" in row));
}
