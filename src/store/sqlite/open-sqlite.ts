import { sql } from "kysely";
import type { Engine, Snapshot, StatementObserver } from "../engine.ts";
import { SqliteConnection } from "./connection.ts";
import { copySqlite } from "./copy-database.ts";
import { openSqliteDatabase } from "./database.ts";
import { kyselyOver } from "./kysely-driver.ts";

/**
 * The embedded engine: SQLite inside the process.
 *
 * A file is opened twice: one connection reads, the other writes, so that a list never waits for a
 * cancel (WAL lets a reader go on beside the writer). Each connection is used by one statement or
 * one transaction at a time. Other processes may write to the same file; a transaction takes the
 * write lock when it begins and waits for it without blocking the event loop.
 */
export function openSqlite(path: string, observe: StatementObserver): Engine {
  const inMemory = path === ":memory:";
  const open = () =>
    new SqliteConnection(openSqliteDatabase(path, inMemory), observe, inMemory ? null : path);
  const writer = open();
  writer.neverBlock();
  const reader = inMemory ? writer : open();
  const writes = kyselyOver(writer);
  const write: Engine["write"] = (work) => writes.transaction().execute(work);
  const reads = inMemory ? writes : kyselyOver(reader);
  return {
    reads,
    readRows: inMemory
      ? // Between two transactions of the only connection.
        (text, values) => writes.connection().execute(async () => writer.readRows(text, values))
      : async (text, values) => reader.readRows(text, values),
    write,
    readThenWrite: (look, act) =>
      write(async (transaction) => {
        const acted = act(await look(transaction));
        for (const statement of acted.writes) await transaction.executeQuery(statement);
        return acted.answer;
      }),
    // No two transactions that write are ever beside each other.
    alone: write,
    // Nobody but this program opens the file.
    secure: async () => {},
    within: (_accountId, work) => work(),
    // A connection of its own, since a transaction that reads would hold up the other reads of the
    // only reader. What lives in memory has no second connection: it is copied.
    snapshot: async () =>
      snapshotOver(
        inMemory ? await writes.connection().execute(async () => writer.copy()) : open(),
      ),
    file: inMemory ? null : path,
    ...(inMemory && {
      memory: {
        take: () => writes.connection().execute(async () => writer.takeImage()),
        putBack: (image: Uint8Array) =>
          writes.connection().execute(async () => writer.putBackImage(image)),
      },
    }),
    copyTo: (target, onProgress) => copySqlite(path, target, onProgress),
    // `begin immediate` keeps every other writer out already.
    locked: (select) => select,
    lockedIfFree: (select) => select,
    inputRows: (parameters, columns) => {
      const values = Object.keys(columns).map(
        (name) => sql`${parameters[`input_${name}`]} as ${sql.ref(name)}`,
      );
      return sql<never>`(select ${sql.join(values)})`.as("input_rows");
    },
    define: async (transaction, statement) => {
      await sql.raw(embeddedDialect(statement)).execute(transaction);
    },
    ping: async () => {
      writer.refuseMovedFile();
      await sql`select 1 as one`.execute(reads);
      return "writable";
    },
    dumpSchema: async () => {
      const { rows } = await sql<{ sql: string }>`
        select sql
        from sqlite_schema
        where sql is not null
        order by type desc, name`.execute(reads);
      return rows.map((row) => `${row.sql};\n`).join("\n");
    },
    close: async () => {
      await writes.destroy();
      if (!inMemory) await reads.destroy();
      // Kysely does not close what it was never asked anything.
      writer.close();
      reader.close();
    },
  };
}

function snapshotOver(connection: SqliteConnection): Snapshot {
  connection.beginReading();
  return {
    reads: kyselyOver(connection),
    [Symbol.asyncDispose]: async () => connection.close(),
  };
}

/** Migrations are written for both engines: here integers are 64 bits wide and tables strict. */
function embeddedDialect(statement: string): string {
  return statement
    .replaceAll(/\bbigint\b/g, "integer")
    .replace(/^(create table [\s\S]*\))$/m, "$1 strict, without rowid");
}
