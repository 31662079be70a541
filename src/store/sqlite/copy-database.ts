import { backup, DatabaseSync } from "node:sqlite";
import type { CopyProgress } from "../engine.ts";

/** Pages copied between two reports: 4 MiB. */
const pagesPerStep = 1_024;
/** How long the copy waits for the rare moments in which SQLite locks readers out. */
const waitMs = 5_000;

/**
 * Copies an embedded database at one moment into the empty file `target`. Other connections read and write meanwhile;
 * their writes lengthen the write-ahead log until the copy is done.
 *
 * One transaction reads the whole source. Without it, SQLite restarts the copy after every commit of another
 * process, and under constant cancels the copy would never end.
 */
export async function copySqlite(
  path: string,
  target: string,
  onProgress: CopyProgress,
): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: waitMs });
  try {
    source.exec("begin; select name from sqlite_schema limit 1");
    await backup(source, target, {
      rate: pagesPerStep,
      progress: ({ totalPages, remainingPages }) =>
        onProgress(totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
}
