import { randomUUID } from "node:crypto";
import { DatabaseSync, backup } from "node:sqlite";
import type { Kysely } from "kysely";
import type { CopyProgress, MemoryDatabase, Snapshot } from "../engine.ts";
import type { Tables } from "../tables.ts";
import type { SqliteConnection } from "./connection.ts";
import { prepareKysely } from "./kysely-driver.ts";

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

/** One read transaction on a connection of its own, which closes with it. */
export function openSnapshot(connection: SqliteConnection): Snapshot {
  connection.beginReading();
  return {
    reads: prepareKysely(connection),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}

/** A database in memory, which is taken out and put back between two transactions of its only connection. */
export function prepareMemoryDatabase(
  connection: SqliteConnection,
  turns: Kysely<Tables>,
): MemoryDatabase & { identity(): string } {
  let identity = randomUUID();
  return {
    identity: () => identity,
    take: () => turns.connection().execute(async () => connection.takeImage()),
    putBack: (image) =>
      turns.connection().execute(async () => {
        connection.putBackImage(image);
        identity = randomUUID();
      }),
  };
}
