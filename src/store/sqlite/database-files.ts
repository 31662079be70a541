import { closeSync, fsyncSync, openSync, rmSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** What SQLite keeps beside a database under names made from its own. */
const suffixes = ["-wal", "-shm", "-journal"] as const;

/** Files beside a database that belong to it and to no other that takes its name. */
export function companions(path: string): string[] {
  return suffixes.map((suffix) => `${path}${suffix}`);
}

/** Removes a database and everything beside it; what is not there is no matter. */
export function removeDatabase(path: string): void {
  for (const file of [path, ...companions(path)]) rmSync(file, { force: true });
}

/**
 * A file beside the database which shows that the database is open, or that it was left so and a part
 * of it lies there; null where there is none, and the file alone is the whole.
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

/** Differs between a file and its copies, for as long as both exist. */
export function fileOrigin(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true });
  return `${ino}:${birthtimeNs}`;
}

/** Puts a file's content on the disk for good. */
export function syncFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Puts the names in the file's folder on the disk: a rename outlives a power cut only then. */
export function syncFolderOf(path: string): void {
  syncFile(dirname(resolve(path)));
}
