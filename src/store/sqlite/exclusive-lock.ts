import { closeSync, existsSync, openSync, realpathSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseUnavailable } from "../engine.ts";
import { isBusy, resultCode } from "./faults.ts";

/** How long the lock waits for a command that is about to end. */
const waitMs = 500;

/**
 * An embedded database that no other process has open, or can open until it is closed here.
 *
 * The lock is SQLite's own. In WAL mode, every connection holds a shared lock on the file from its first
 * statement until it is closed, even while it is idle. A connection in exclusive locking mode requests the
 * exclusive lock, and gets it only when there is no other connection. The operating system holds these locks
 * for the process and drops them when it ends. A killed process therefore blocks nobody, and there is no lock
 * file to leave behind. The locks hold against every program that uses SQLite.
 *
 * The operating system drops all locks of a process on a file when the process closes any descriptor of that
 * file. While this lock is held, the process must not open the file in any other way.
 */
export class ExclusiveLock {
  /** The path with its links followed, so that a replacement reaches the file itself. */
  readonly path: string;
  /** The lock made this file; it is empty. */
  readonly isNew: boolean;
  readonly #database: DatabaseSync;

  private constructor(path: string, isNew: boolean, database: DatabaseSync) {
    this.path = path;
    this.isNew = isNew;
    this.#database = database;
  }

  /** Takes the database at this path, and makes it where there is none; or returns the reason why it cannot. */
  static take(path: string): ExclusiveLock | "in-use" | "unreadable" {
    const existed = existsSync(path);
    // A restore that is killed leaves the file, and the next one gives its permissions to the database.
    if (!existed) closeSync(openSync(path, "a", 0o600));
    const database = new DatabaseSync(path, { timeout: waitMs });
    try {
      database.exec("pragma locking_mode = exclusive; begin exclusive; commit");
      // Another process may have made and filled the file just before.
      const isNew = !existed && isEmpty(database);
      return new ExclusiveLock(realpathSync(path), isNew, database);
    } catch (error) {
      database.close();
      const code = resultCode(error);
      if (isBusy(error)) return "in-use";
      if (code === 11 || code === 26) return "unreadable";
      throw error;
    }
  }

  /**
   * Whether there is anything to lose. A file that cannot be read, or belongs to another program, counts as
   * data.
   */
  holdsData(): boolean {
    try {
      if (isEmpty(this.#database)) return false;
      return this.#database.prepare("select id from account limit 1").get() !== undefined;
    } catch {
      return true;
    }
  }

  /** Checkpoints the write-ahead log into the file, which then holds the whole database. */
  gather(): void {
    const outcome = this.#database.prepare("pragma wal_checkpoint(truncate)").get();
    if (outcome?.["busy"] !== 0) {
      throw new DatabaseUnavailable("The write-ahead log could not be brought into the database.");
    }
  }

  /** Releases the lock. A file that the lock made is removed unless `keepFile`, as where another file has got its name. */
  close(keepFile: boolean): void {
    if (this.isNew && !keepFile) rmSync(this.path, { force: true });
    this.#database.close();
  }
}

/** Whether another process has the database open. This process must not have it open. */
export function isOpenElsewhere(path: string): boolean {
  const lock = ExclusiveLock.take(path);
  if (typeof lock === "string") return lock === "in-use";
  lock.close(true);
  return false;
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare("select name from sqlite_schema limit 1").get() === undefined;
}
