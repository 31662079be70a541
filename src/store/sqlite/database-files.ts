import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** The suffixes of the files that SQLite keeps beside a database. */
const suffixes = ["-wal", "-shm", "-journal"] as const;

/** The files beside a database that belong to it alone, and not to another database that takes its name. */
export function companions(path: string): string[] {
  return suffixes.map((suffix) => `${path}${suffix}`);
}

/** Removes a database and its companions. A missing file is no error. */
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
