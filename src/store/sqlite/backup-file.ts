import { createHash, randomUUID } from "node:crypto";
import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  readdirSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { removeDatabase } from "./database-files.ts";
import { ExclusiveLock, isOpenElsewhere } from "./exclusive-lock.ts";
import { concernsContent } from "./faults.ts";

/*
 * A backup has a name of its own until it is complete. One that was killed leaves it behind: a copy of all personal
 * data. The process that writes it holds SQLite's lock on an empty file beside it, which the operating system
 * drops with the process, so another process can tell the two apart.
 */

/** A copy that this process writes, until it is removed or has its final name. */
export class PartialCopy implements Disposable {
  readonly path: string;
  readonly #lock: ExclusiveLock;

  private constructor(path: string, lock: ExclusiveLock) {
    this.path = path;
    this.#lock = lock;
  }

  /** Makes an empty file beside `file`. */
  static make(file: string): PartialCopy {
    const path = `${file}.partial-${randomUUID()}`;
    // SQLite would make a file that everybody can read. Made here, it is readable by its owner alone.
    closeSync(openSync(path, "wx", 0o600));
    const lock = ExclusiveLock.take(lockOf(path));
    if (typeof lock === "string") throw new Error(`${lockOf(path)} is ${lock}.`);
    return new PartialCopy(path, lock);
  }

  [Symbol.dispose](): void {
    removeDatabase(this.path);
    this.#lock.close(false);
  }
}

/** The copies in a folder that no process writes any more. */
export function leftCopies(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).map((name) => form.exec(name)?.[1]);
  return [...new Set(names)]
    .filter((name) => name !== undefined)
    .map((name) => join(folder, name))
    .filter((path) => !isWritten(path));
}

/** Removes what killed backups left beside `file`. A name without a lock may be another program's, or an older release's. */
export function removeLeftCopies(file: string): void {
  for (const path of leftCopies(dirname(file))) {
    if (!existsSync(lockOf(path)) && !basename(path).startsWith(`${basename(file)}.`)) continue;
    removeDatabase(path);
    removeDatabase(lockOf(path));
  }
}

const form = /^(.+\.partial-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.lock(?:-journal)?)?$/;

function lockOf(path: string): string {
  return `${path}.lock`;
}

function isWritten(path: string): boolean {
  return existsSync(lockOf(path)) && isOpenElsewhere(lockOf(path));
}

/*
 * A backup ends with one line that carries the SHA-256 of everything before it. SQLite ignores what follows
 * the last page, so the file still opens as a database. A file beside the backup was the other choice: two
 * names cannot appear at once, and one is lost when the other is moved.
 */
const mark = "\nbooking backup, SHA-256 of all bytes before this line: ";
const sealForm = new RegExp(`^${mark}([0-9a-f]{64})\n$`);
const sealBytes = mark.length + 64 + 1;
/** Every page size is a multiple of it, and the seal is none. */
const leastPageBytes = 512;

/** The seal at the end of a file, which describes its content. */
export type Seal =
  | { readonly kind: "sealed"; readonly sha256: string; readonly contentBytes: number }
  /** A backup of 0.1.0, or a database that was copied by other means. */
  | { readonly kind: "none"; readonly contentBytes: number }
  | { readonly kind: "broken" };

/** Appends the seal to a complete copy that nobody has open. */
export function seal(path: string): void {
  appendFileSync(path, `${mark}${hashOfFile(path)}\n`);
}

export function readSeal(path: string): Seal {
  const descriptor = openSync(path, "r");
  try {
    const { size } = fstatSync(descriptor);
    const end = Buffer.alloc(Math.min(sealBytes, size));
    readSync(descriptor, end, 0, end.length, size - end.length);
    const sha256 = sealForm.exec(end.toString("latin1"))?.[1];
    if (sha256 !== undefined) return { kind: "sealed", sha256, contentBytes: size - sealBytes };
    const isWhole = size % leastPageBytes === 0;
    return isWhole ? { kind: "none", contentBytes: size } : { kind: "broken" };
  } finally {
    closeSync(descriptor);
  }
}

const pieceBytes = 4 * 1_048_576;

function hashOfFile(path: string): string {
  const hash = createHash("sha256");
  const piece = Buffer.allocUnsafe(pieceBytes);
  const descriptor = openSync(path, "r");
  try {
    for (;;) {
      const bytes = readSync(descriptor, piece, 0, pieceBytes, null);
      if (bytes === 0) return hash.digest("hex");
      hash.update(piece.subarray(0, bytes));
    }
  } finally {
    closeSync(descriptor);
  }
}

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
