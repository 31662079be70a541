import { DatabaseSync } from "node:sqlite";
import { concernsContent } from "./faults.ts";

/** The reason why a file is no good copy of an installation's database. */
export type CopyFault =
  | { readonly why: "damaged"; readonly finding: string }
  | { readonly why: "foreign" };

/** The cache of the check. With SQLite's own 2 MiB the check takes twice as long. */
const cacheKibibytes = 65_536;

/**
 * Reads the whole copy and returns its fault, or null. It leaves the copy as one file without a write-ahead
 * log, so that the file can be moved, and read where nothing can be written.
 *
 * The check blocks the process while it reads: seconds for a gigabyte.
 */
export function findCopyFault(path: string): CopyFault | null {
  const copy = new DatabaseSync(path);
  try {
    copy.exec(`pragma cache_size = -${cacheKibibytes}; pragma journal_mode = delete`);
    const finding = String(copy.prepare("pragma integrity_check(1)").get()?.["integrity_check"]);
    if (finding !== "ok") return { why: "damaged", finding };
    return isOurs(copy) ? null : { why: "foreign" };
  } catch (error) {
    if (!concernsContent(error)) throw error;
    return { why: "damaged", finding: (error as Error).message };
  } finally {
    copy.close();
  }
}

/** Every database of this service has had a migration; which ones is checked elsewhere. */
function isOurs(copy: DatabaseSync): boolean {
  const table = "select name from sqlite_schema where type = 'table' and name = 'schema_migration'";
  if (copy.prepare(table).get() === undefined) return false;
  return copy.prepare("select name from schema_migration limit 1").get() !== undefined;
}
