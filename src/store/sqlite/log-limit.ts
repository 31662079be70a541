import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The write-ahead log's length, in pages, beyond which a commit checkpoints it into the database. That commit
 * takes longer. A checkpoint writes a page once even if many commits have changed it; each cancel changes
 * half a dozen pages (decision B176).
 */
export const mostLogPages = 8_000;
const fewestLogPages = 250;
const pageBytes = 4_096;
/** The log's part of the space that the log and the database can still take. */
const logPart = 1 / 4;

/** The log's limit, in pages, for this much space for the log and the database. */
export function logPagesFor(bytes: number): number {
  const pages = Math.floor((bytes * logPart) / pageBytes);
  return Math.min(mostLogPages, Math.max(fewestLogPages, pages));
}

/** The free space of the database's disk, with the space that its log already takes. */
export function spaceForLog(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return bavail * bsize + (log?.size ?? 0);
}

/** SQLite cuts the log's file to this length when the log begins anew. */
export function logBytes(pages: number): number {
  return pages * pageBytes;
}
