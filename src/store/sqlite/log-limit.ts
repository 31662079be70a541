import { statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * How long the write-ahead log grows, in pages, until what is in it is copied into the database: by
 * the commit that passes it, which then takes longer. A page that many commits have changed is
 * copied once; every cancel changes half a dozen (decision B176).
 */
export const mostLogPages = 8_000;
const fewestLogPages = 250;
const pageBytes = 4_096;
/** Of the space that the log and the database can still take, the log gets this part. */
const logPart = 1 / 4;

/** The log's limit where that much space is left to it and to the database. */
export function logPagesFor(bytes: number): number {
  const pages = Math.floor((bytes * logPart) / pageBytes);
  return Math.min(mostLogPages, Math.max(fewestLogPages, pages));
}

/** The free space of the database's disk, and what its log already has of it. */
export function spaceForLog(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return bavail * bsize + (log?.size ?? 0);
}

/** The log's file is cut to this length when it begins anew. */
export function logBytes(pages: number): number {
  return pages * pageBytes;
}
