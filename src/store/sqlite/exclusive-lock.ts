import { existsSync, realpathSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseUnavailable } from "../engine.ts";
import { isBusy, resultCode } from "./faults.ts";

/** How long a command that is just ending is waited for. */
const waitMs = 500;

/**
 * An embedded database that nobody else has open, and that nobody else can open until it is closed.
 *
 * The lock is SQLite's own. With a write-ahead log every connection keeps a shared lock on the file
 * from its first statement until it is closed, however idle it is; a connection in exclusive locking
 * mode asks for the exclusive one, and gets it only where there is no other. The operating system
 * holds these locks for a process and drops them with it, so one that was killed is in nobody's way,
 * and there is no lock file that could be left behind. They hold against every program that uses
 * SQLite, not only ours.
 *
 * The same operating systems drop all locks of a process on a file when it closes any descriptor of
 * that file: as long as this is open, the file must not be opened in any other way.
 */
export class ExclusiveLock {
  /** Links followed, so that putting another file in its place reaches the file itself. */
  readonly path: string;
  /** There was no file before: this one was made to be held, and is empty. */
  readonly isNew: boolean;
  readonly #database: DatabaseSync;

  private constructor(path: string, isNew: boolean, database: DatabaseSync) {
    this.path = path;
    this.isNew = isNew;
    this.#database = database;
  }

  /** Takes the database at this path, which is made where there is none, or says why not. */
  static take(path: string): ExclusiveLock | "in-use" | "unreadable" {
    const existed = existsSync(path);
    const database = new DatabaseSync(path, { timeout: waitMs });
    try {
      database.exec("pragma locking_mode = exclusive; begin exclusive; commit");
      // Somebody else may have made it, and put something into it, just before.
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

  /** Whether there is anything to lose. What cannot be read, or is not ours, may be worth something. */
  holdsData(): boolean {
    try {
      if (isEmpty(this.#database)) return false;
      return this.#database.prepare("select id from account limit 1").get() !== undefined;
    } catch {
      return true;
    }
  }

  /** Brings everything from the write-ahead log into the file, which is the whole database then. */
  gather(): void {
    const outcome = this.#database.prepare("pragma wal_checkpoint(truncate)").get();
    if (outcome?.["busy"] !== 0) {
      throw new DatabaseUnavailable("The write-ahead log could not be brought into the database.");
    }
  }

  /** Lets others in again. A file that was made only to be held goes, unless another took its place. */
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
