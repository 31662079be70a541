import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ExclusiveLock, isOpenElsewhere } from "./exclusive-lock.ts";

/** Folders begin so, and six characters follow. */
const beginning = "booking-import-";
/** The file in a folder whose lock its owner holds, as `ExclusiveLock` has it. */
const owner = "owner";

/**
 * A folder of its own for a file of personal data, among the temporary files (`TMPDIR`), for this user alone. The process
 * that made it holds a lock in it, which the operating system drops with the process: a later start can tell a folder
 * whose process was killed, and removes it.
 */
export class TemporaryFolder implements Disposable {
  readonly path: string;
  readonly #lock: ExclusiveLock;

  private constructor(path: string, lock: ExclusiveLock) {
    this.path = path;
    this.#lock = lock;
  }

  /** Throws the file system's error where there is no room or no right. */
  static make(): TemporaryFolder {
    const path = mkdtempSync(join(tmpdir(), beginning));
    try {
      const lock = ExclusiveLock.take(join(path, owner));
      if (typeof lock === "string") throw new Error(`${join(path, owner)} is ${lock}.`);
      return new TemporaryFolder(path, lock);
    } catch (error) {
      rmSync(path, { recursive: true, force: true });
      throw error;
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
    this.#lock.close(true);
  }
}

/** The folders of killed processes. One without a lock is not known to be one: a process may be about to lock it. */
export function leftFolders(): { readonly ended: string[]; readonly unknown: string[] } {
  const ended: string[] = [];
  const unknown: string[] = [];
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(beginning))) {
    const path = join(tmpdir(), name);
    if (!isOwn(path)) continue;
    const lock = join(path, owner);
    if (!existsSync(lock)) unknown.push(path);
    else if (!isOpenElsewhere(lock)) ended.push(path);
  }
  return { ended, unknown };
}

/** Removes the folders of killed processes, and returns how many there were. */
export function removeLeftFolders(): number {
  const { ended } = leftFolders();
  for (const path of ended) rmSync(path, { recursive: true, force: true });
  return ended.length;
}

/** Another user's folder, or a link that one has put there, is not looked into. */
function isOwn(path: string): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isDirectory() === true && status.uid === process.getuid?.();
}
