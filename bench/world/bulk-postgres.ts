import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { BulkOptions } from "./bulk-options.ts";
import type { TableRows, Value } from "./catalogue-rows.ts";

/**
 * Loads many rows by the engine's own way: COPY from files, in one transaction. The server must be able to
 * read this machine's files. Returns the milliseconds of COPY itself, to which an import is compared.
 */
export async function bulkPostgres(
  databaseUrl: string,
  tables: readonly TableRows[],
  options: BulkOptions,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "booking-copy-"));
  chmodSync(folder, 0o755);
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    const files = tables.map((rows, index) => writeCopyFile(join(folder, `${index}.copy`), rows));
    const started = performance.now();
    await client.query("begin");
    if (!options.checked) await client.query("set local session_replication_role = replica");
    for (const [index, { table, columns }] of tables.entries()) {
      await client.query(`copy ${table} (${columns.join(", ")}) from '${files[index]}'`);
    }
    await client.query("commit");
    const took = performance.now() - started;
    await client.query("vacuum analyze");
    await client.query("checkpoint");
    return took;
  } finally {
    await client.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const bytesAtOnce = 1 << 20;

function writeCopyFile(path: string, { rows }: TableRows): string {
  const file = openSync(path, "w", 0o644);
  let text = "";
  for (const row of rows) {
    text += `${row.map(escape).join("\t")}\n`;
    if (text.length < bytesAtOnce) continue;
    writeSync(file, text);
    text = "";
  }
  writeSync(file, text);
  closeSync(file);
  return path;
}

function escape(value: Value): string {
  return value === null ? "\\N" : String(value);
}
