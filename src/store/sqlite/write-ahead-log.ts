import { statSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isEnvironmental, isFull } from "./faults.ts";

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

/** The time between two reads of the disk's free space. */
const spaceReadMs = 5_000;

/** Keeps the write-ahead log of a database's file from filling a small disk. */
export class WriteAheadLog {
  readonly #path: string;
  #spaceReadAt = -Infinity;
  #pages = mostLogPages;
  #diskWasFull = false;

  constructor(path: string) {
    this.#path = path;
  }

  /**
   * Fits the log to the free space. After a write that found the disk full, it checkpoints the log into the
   * database, which frees the log's space.
   */
  limit(database: DatabaseSync, now: number): void {
    if (now < this.#spaceReadAt + spaceReadMs) return;
    this.#spaceReadAt = now;
    const pages = logPagesFor(spaceForLog(this.#path));
    if (pages !== this.#pages) {
      // SQLite cuts the log's file to this length when the log begins anew.
      database.exec(
        `pragma wal_autocheckpoint = ${pages}; pragma journal_size_limit = ${pages * pageBytes}`,
      );
      this.#pages = pages;
    }
    if (!this.#diskWasFull) return;
    try {
      database.exec("pragma wal_checkpoint(truncate)");
      this.#diskWasFull = false;
    } catch (error) {
      if (!isEnvironmental(error)) throw error;
    }
  }

  noteFault(error: unknown): void {
    if (isFull(error)) this.#diskWasFull = true;
  }
}

/** The log's limit, in pages, for this much space for the log and the database. */
export function logPagesFor(bytes: number): number {
  const pages = Math.floor((bytes * logPart) / pageBytes);
  return Math.min(mostLogPages, Math.max(fewestLogPages, pages));
}

/** The free space of the database's disk, with the space that its log already takes. */
function spaceForLog(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return bavail * bsize + (log?.size ?? 0);
}
