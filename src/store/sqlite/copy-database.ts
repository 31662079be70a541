import { backup, DatabaseSync } from "node:sqlite";
import type { CopyProgress } from "../engine.ts";

/** How much is copied between two reports: 4 MiB. */
const pagesPerStep = 1_024;
/** How long the copy waits for the rare moments in which SQLite locks readers out. */
const waitMs = 5_000;

/**
 * Copies an embedded database as it is now into the empty file `target`. Others go on reading and
 * writing; what they write meanwhile lengthens the write-ahead log until the copy is done.
 *
 * The source is read within one transaction. Without it SQLite begins the copy anew after every
 * commit of another process, and under constant cancels it would never end.
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
