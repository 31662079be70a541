import { limitsOf } from "../../domain/account-limits.ts";
import { randomUUID } from "node:crypto";
import { DatabaseSync, backup } from "node:sqlite";
import { sql, type Kysely } from "kysely";
import {
  DatabaseUnusable,
  type CopyProgress,
  type Engine,
  type MemoryDatabase,
  type Snapshot,
  type StatementObserver,
} from "../engine.ts";
import type { Tables } from "../tables.ts";
import { checkSqlite, inspectSqlite } from "./engine-facts.ts";
import { SqliteConnection } from "./connection.ts";
import { openSqliteDatabase } from "./database.ts";
import { fileOrigin } from "./database-files.ts";
import { prepareKysely, sqliteDialect, Turns } from "./dialect.ts";
import { prepareSeries, prepareTransactions } from "./transaction.ts";

/**
 * The embedded engine: SQLite inside the process.
 *
 * A file is opened twice, once to read and once to write, so that a list never waits for a cancel (in WAL
 * mode readers work beside the writer). One statement or one transaction uses a connection at a time. Other
 * processes may write to the same file; a transaction takes the write lock when it begins, and waits for it
 * without blocking the event loop.
 */
export function openSqlite(
  path: string,
  observe: StatementObserver,
  limits = limitsOf({}),
): Engine {
  const inMemory = path === ":memory:";
  const open = () =>
    new SqliteConnection(openSqliteDatabase(path, inMemory), observe, inMemory ? null : path);
  const writer = open();
  writer.neverBlock();
  const reader = inMemory ? writer : open();
  const turns = new Turns(writer);
  const writes = prepareKysely(turns);
  const reads = inMemory ? writes : prepareKysely(new Turns(reader));
  const memory = prepareMemoryDatabase(writer, writes);
  const { write, readThenWrite, alone, rebuild } = prepareTransactions(turns);
  return {
    ...sqliteDialect,
    limits,
    write,
    readThenWrite,
    alone,
    rebuild,
    series: prepareSeries(turns, write),
    // Plans do not depend on statistics here.
    analyze: async () => {},
    reads,
    readRows: inMemory
      ? // Between two transactions of the only connection.
        (text, values) => writes.connection().execute(async () => writer.readRows(text, values))
      : async (text, values) => reader.readRows(text, values),
    distribute: async () => {
      throw new DatabaseUnusable(
        "An embedded database is one file: only Citus can be distributed.",
      );
    },
    distributeNewTables: async () => {},
    // SQLite has no row level security; only this program opens the file.
    secure: async () => {},
    within: (_accountId, work) => work(),
    // A snapshot has a connection of its own, because a transaction on the only reader would delay other
    // reads. A database in memory has no second connection, so it is copied.
    snapshot: async () =>
      openSnapshot(
        inMemory ? await writes.connection().execute(async () => writer.copy()) : open(),
      ),
    file: inMemory ? null : path,
    identity: async () => (inMemory ? memory.identity() : fileOrigin(path)),
    ...(inMemory && { memory }),
    copyTo: (target, onProgress) => copySqlite(path, target, onProgress),
    ping: async () => {
      writer.refuseMovedFile();
      await sql`select 1 as one`.execute(reads);
      return "writable";
    },
    inspect: () => inspectSqlite(writes),
    check: () => checkSqlite(reads),
    tryStart: async () => {},
    hasServers: async () => false,
    close: async () => {
      await writes.destroy();
      if (!inMemory) await reads.destroy();
      // Kysely does not close a driver that ran no statement.
      writer.close();
      reader.close();
    },
  };
}

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
async function copySqlite(path: string, target: string, onProgress: CopyProgress): Promise<void> {
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
function openSnapshot(connection: SqliteConnection): Snapshot {
  connection.beginReading();
  return {
    reads: prepareKysely(new Turns(connection)),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}

/** A database in memory, which is taken out and put back between two transactions of its only connection. */
function prepareMemoryDatabase(
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
