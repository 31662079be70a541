import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { removeDatabase } from "./database-files.ts";
import { ExclusiveLock, isOpenElsewhere } from "./exclusive-lock.ts";

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
