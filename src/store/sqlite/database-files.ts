import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  statfsSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isEnvironmental, isFull } from "./faults.ts";

/** The suffixes of the files that SQLite keeps beside a database. */
const suffixes = ["-wal", "-shm", "-journal"] as const;

/** The files beside a database that belong to it alone, and not to another database that takes its name. */
export function companions(path: string): string[] {
  return suffixes.map((suffix) => `${path}${suffix}`);
}

/** Removes a database and every file beside it. A missing file is no error. */
export function removeDatabase(path: string): void {
  for (const file of [path, ...companions(path)]) rmSync(file, { force: true });
}

/**
 * The file beside the database which shows that the database is open, or that it was not closed and a part of
 * it lies there. Null means that the database file is complete by itself.
 */
export function traceOfUse(path: string): string | null {
  return companions(path).find((file) => isTrace(file)) ?? null;
}

function isTrace(file: string): boolean {
  const status = statSync(file, { throwIfNoEntry: false });
  return status !== undefined && (status.size > 0 || file.endsWith("-shm"));
}

/** Identifies a file by device and inode, because several names and links may lead to one file. */
export function fileIdentity(path: string): string | null {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? null : `${status.dev}:${status.ino}`;
}

/** A text that differs between a file and its copies, for as long as both exist. */
export function fileOrigin(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}

/** Syncs a file's content to the disk. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs the names in the file's folder to the disk; only then a rename survives a power cut. */
export function syncFolderOf(path: string): void {
  syncFile(dirname(resolve(path)));
}

/**
 * Makes a folder, and those above it that are missing. Node's own `recursive` repeats itself without end where
 * `mkdir` answers ENOENT in a folder that exists, as in /proc.
 */
export function makeFolder(path: string, mode = 0o777): void {
  const missing: string[] = [];
  for (let each = resolve(path); !existsSync(each); each = dirname(each)) missing.push(each);
  for (const each of missing.toReversed()) {
    try {
      mkdirSync(each, { mode });
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      // Another process has made it meanwhile.
      if (code === "EEXIST") continue;
      const fault = new Error(`the folder ${each} cannot be made (${code})`, { cause });
      throw Object.assign(fault, { syscall: "mkdir" });
    }
  }
}

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
