import { statSync, utimesSync } from "node:fs";

/*
 * SQLite does not tell the holder of the write lock that others wait for it. A waiting writer, in whatever
 * process, therefore sets the time of change of the database's file. Nothing else sets it while the lock is
 * held: the pages of a transaction go to the log, and reach the file after a commit.
 */

/** Shows the holder of the write lock that somebody waits for it. */
export function requestLock(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // Only the file's owner may do it. Others wait until the holder's time is over.
  }
}

/** A number that differs after a request. */
export function lastLockRequest(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
