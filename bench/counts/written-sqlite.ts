import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import type { Written } from "./written.ts";

/**
 * What is written to a SQLite database from now on: its rows and index entries are compared with a copy, and its
 * write-ahead log is looked at after each request.
 */
export function watchSqlite(databaseUrl: string, copyPath: string) {
  const path = databaseUrl.replace(/^sqlite:/, "");
  const database = new DatabaseSync(path);
  database.exec(`vacuum into '${copyPath}'`);
  const pageSize = Number(one(database, "pragma page_size"));
  let frames = framesOf(path);
  let written = 0;
  return {
    look: () => {
      const now = framesOf(path);
      // After a checkpoint the log begins anew.
      written += now >= frames ? now - frames : now;
      frames = now;
    },
    end: async (): Promise<Written> => {
      database.exec(`attach '${copyPath}' as earlier`);
      const tables = database
        .prepare(
          `select name
           from main.sqlite_schema
           where type = 'table'
           and name not like 'sqlite%'`,
        )
        .all()
        .map(({ name }) => String(name));
      const rows = tables.map((name) => [name, newRows(database, name)] as const);
      const entries = tables.flatMap((name) => newEntries(database, name));
      database.close();
      return {
        rows: Object.fromEntries(rows.filter(([, count]) => count > 0)),
        indexEntries: Object.fromEntries(entries.filter(([, count]) => count > 0)),
        logBytes: written * (pageSize + frameHeadBytes),
      };
    },
  };
}

const frameHeadBytes = 24;
/** The place of the last frame's number in the log's index. */
const framesAt = 16;

function framesOf(path: string): number {
  return readFileSync(`${path}-shm`).readUInt32LE(framesAt);
}

function newRows(database: DatabaseSync, table: string): number {
  return countNew(database, table, "*");
}

interface IndexRow {
  readonly name: string;
  readonly origin: string;
  readonly partial: number;
}

/** The new entries of each index; a table without row ids is the index of its primary key itself. */
function newEntries(database: DatabaseSync, table: string): [string, number][] {
  const isIndexItself = /without rowid/i.test(
    String(one(database, `select sql from main.sqlite_schema where name = '${table}'`)),
  );
  const indexes = database
    .prepare(`pragma main.index_list("${table}")`)
    .all() as unknown as IndexRow[];
  return indexes
    .filter(({ origin }) => !(isIndexItself && origin === "pk"))
    .map(({ name, partial }) => {
      const columns = database
        .prepare(`pragma main.index_xinfo("${name}")`)
        .all()
        .map(({ name: column }) => (column === null ? "rowid" : `"${String(column)}"`));
      const sql = String(
        one(database, `select sql from main.sqlite_schema where name = '${name}'`),
      );
      const where = partial === 1 ? (/ where [\s\S]*$/i.exec(sql)?.[0] ?? "") : "";
      return [name, countNew(database, table, [...new Set(columns)].join(", "), where)];
    });
}

function countNew(database: DatabaseSync, table: string, columns: string, where = ""): number {
  return Number(
    one(
      database,
      `select count(*) from (
         select ${columns} from main."${table}" ${where}
         except
         select ${columns} from earlier."${table}" ${where})`,
    ),
  );
}

function one(database: DatabaseSync, statement: string): unknown {
  return Object.values(database.prepare(statement).get() ?? {})[0];
}
