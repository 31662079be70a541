import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** So much the tests take at most; as much shall be left. */
const roomBytes = 3 * 1024 ** 3;

/** Where the tests leave what they leave; all of it goes with this. */
export interface Place extends Disposable {
  readonly folder: string;
  /** In memory, for databases, where there is room for them; else the same. */
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
  // The user that PostgreSQL runs as, when this is root, has its files in it.
  chmodSync(folder, 0o755);
  return folder;
}

function hasMemory(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomBytes && process.availableMemory() >= 2 * roomBytes;
}
