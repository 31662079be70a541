import { chmodSync, chownSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileIdentity, makeFolder } from "./database-files.ts";
import { mostLogPages } from "./write-ahead-log.ts";
import { DatabaseUnusable } from "../engine.ts";
import { isBusy } from "./faults.ts";

/** How long a read waits for the rare moments in which SQLite locks readers out. */
const readWaitMs = 1_000;

const durability = { journal_mode: "wal", synchronous: 2, foreign_keys: 1 } as const;

/**
 * Opens a database whose acknowledged commits are durable: each is on the disk before it returns. The
 * settings are read back, because SQLite silently keeps its own where it cannot apply them (a file system
 * without shared memory, a build without foreign keys).
 */
export function openSqliteDatabase(path: string, inMemory: boolean): DatabaseSync {
  let database: DatabaseSync;
  try {
    if (!inMemory) makeFolder(dirname(resolve(path)), 0o700);
    database = inMemory ? connect(path) : connectInPlace(path);
  } catch (cause) {
    throw new DatabaseUnusable(
      `The database ${path} cannot be opened: ${(cause as Error).message}. Check DATABASE_URL.`,
      { cause },
    );
  }
  for (const [name, wanted] of Object.entries(durability)) {
    const found = Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0];
    if (found !== wanted && !(inMemory && found === "memory")) {
      throw new DatabaseUnusable(
        `The database ${path} keeps ${name} at ${String(found)}, but ${wanted} is needed to lose nothing. ` +
          "Put the file on a local file system that supports write-ahead logging.",
      );
    }
  }
  return database;
}

/** What is deleted or overwritten is made zero (`secure_delete`), so that what an erasure took is in no backup's free space. */
function connect(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: readWaitMs });
  try {
    database.exec(
      `pragma journal_mode = wal;
       pragma synchronous = full;
       pragma foreign_keys = on;
       pragma secure_delete = on;
       pragma wal_autocheckpoint = ${mostLogPages};`,
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The pause before a lock that was refused at once is requested again. */
const retryMs = 5;

/** SQLite refuses some locks at once instead of waiting, as for a file that it changes to its write-ahead log. */
function connectUntil(path: string, giveUpAt: number): DatabaseSync {
  for (;;) {
    try {
      return connect(path);
    } catch (error) {
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    }
  }
}

/** What root makes in the folder of a service's user would be closed to the service. */
function giveToOwnerOfFolder(path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(resolve(path)));
  if (uid !== 0) chownSync(path, uid, gid);
}

const maxOpenings = 5;

/**
 * Opens the file and makes sure that its name still leads to it. A restore replaces a file that nobody has
 * open. A process that opened the old file just before, and then waited for its lock, would write to a file
 * without a name. Therefore the name is compared after the lock is held, which keeps restores out. A file
 * that this call may have made is opened again, because another process may have made it.
 */
function connectInPlace(path: string): DatabaseSync {
  const giveUpAt = performance.now() + readWaitMs;
  for (let opening = 1; opening <= maxOpenings; opening += 1) {
    const before = fileIdentity(path);
    const database = connectUntil(path, giveUpAt);
    // The file holds personal data, so only its owner may read it.
    if (before === null) {
      chmodSync(path, 0o600);
      giveToOwnerOfFolder(path);
    }
    if (before !== null && fileIdentity(path) === before) return database;
    database.close();
  }
  throw new Error("it is replaced again and again");
}
