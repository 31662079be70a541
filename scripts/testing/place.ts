import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** The most that the tests need; as much shall stay free. */
const roomBytes = 3 * 1024 ** 3;

/** The folders of everything that the tests leave; both are removed when it is disposed. */
export interface Place extends Disposable {
  readonly folder: string;
  /** A folder in memory for databases, where there is enough; else the other folder. */
  readonly databases: string;
}

export function makePlace(): Place {
  const folders = hasMemory() ? [newFolder(tmpdir()), newFolder(memory)] : [newFolder(tmpdir())];
  return {
    folder: folders[0]!,
    databases: folders.at(-1)!,
    [Symbol.dispose]: () => {
      for (const each of folders) rmSync(each, { recursive: true, force: true });
    },
  };
}

function newFolder(within: string): string {
  const folder = mkdtempSync(join(within, "booking-tests-"));
  // PostgreSQL's user, when this is root, has its files in the folder.
  chmodSync(folder, 0o755);
  return folder;
}

function hasMemory(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomBytes && process.availableMemory() >= 2 * roomBytes;
}
