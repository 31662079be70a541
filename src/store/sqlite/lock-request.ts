import { statSync, utimesSync } from "node:fs";

/*
 * SQLite does not tell the holder of the write lock that others wait for it. A waiting writer, in whatever
 * process, therefore sets the time of change of the database's file. The pages of a transaction go to the log,
 * so only the end of an earlier checkpoint sets that time too, and ends a series early.
 */

/** Requests the write lock of its holder, where that is a series. */
export function requestLock(path: string): void {
  const now = new Date();
  try {
    utimesSync(path, now, now);
  } catch {
    // The system refuses it to a user who does not own the file. Such a writer waits until the holder's time is over.
  }
}

/** A number that differs after a request. */
export function lastLockRequest(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
