import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  sql,
  type Dialect as KyselyDialect,
} from "kysely";
import { jsonArrayFrom } from "kysely/helpers/sqlite";
import type { Dialect } from "../engine.ts";
import { kyselyOn, noDriver } from "../on-connection.ts";
import { insertText, refuseFullQueue } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { BoundUuid, isUuidColumn } from "../uuid-columns.ts";
import { RunForEach, type SqliteConnection } from "./connection.ts";
import { sqliteConversion } from "./conversion.ts";
import { sqliteNames } from "./names.ts";
import { QueryCompiler, uuidPlaceholder } from "./query-compiler.ts";

/** The clauses that differ between SQLite and PostgreSQL. */
export const sqliteDialect: Dialect = {
  // `begin immediate` already excludes every other writer.
  locked: (select) => select,
  lockedIfFree: (select) => select,
  inputRows: (parameters, columns) => {
    const values = Object.entries(columns).map(([name, type]) => {
      const value = parameters[`input_${name as keyof typeof columns}`];
      return sql`${type === "uuid" ? new BoundUuid(value) : value} as ${sql.ref(name)}`;
    });
    return sql<never>`(select ${sql.join(values)})`.as("input_rows");
  },
  isOfRequest: (requestId) => sql<boolean>`booking_event.request_id = ${requestId}`,
  rowsAsJson: (select) => sql<string>`${jsonArrayFrom(select)}`,
  uuidAsText: (column) => {
    const parts = ["1, 4", "5, 2", "7, 2", "9, 2", "11"].map(
      (part) => sql`hex(substr(${column}, ${sql.raw(part)}))`,
    );
    return sql<string>`lower(${sql.join(parts, sql` || '-' || `)})`;
  },
  leastUuid: (column) => sql<string>`min(${column})`,
  clock: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  hasMigrationTable: sql`exists (select 1 from sqlite_schema where name = 'schema_migration')`,
  prepareInsert: (into) => {
    const places = into.columns.map((name) => placeholder(into.table, name));
    const text = insertText(into, `(${places.join(", ")})`);
    return (rows) => CompiledQuery.raw(text, [new RunForEach(rows)]);
  },
  // Requests have their turn between statements.
  rowsAtOnce: 64,
  prepareUpdate: ({ table, columns, keys }) => {
    const names = Object.keys(columns);
    const equal = (name: string) => `"${name}" = ${placeholder(table, name)}`;
    const changed = names.filter((name) => !keys.includes(name));
    const text = `update "${table}" set ${changed.map(equal).join(", ")} where ${keys.map(equal).join(" and ")}`;
    const places = [...changed, ...keys].map((name) => names.indexOf(name));
    return (rows) => {
      const values = rows.map((row) => places.map((place) => row[place]));
      return CompiledQuery.raw(text, [new RunForEach(values)]);
    };
  },
  runInOrder: async (transaction, statements, onAnswer) => {
    for (const statement of statements) {
      await transaction.executeQuery(statement);
      await onAnswer();
    }
  },
  names: sqliteNames,
  conversion: sqliteConversion,
  define: async (transaction, statement) => {
    if (statement.startsWith("/* postgres */")) return;
    await sql.raw(strictTables(statement)).execute(transaction);
  },
};

class Adapter extends SqliteAdapter {
  readonly dialect = sqliteDialect;

  /** Keeps Kysely from queueing before the driver, which counts the waiting requests and their time. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** What Kysely needs to build statements for SQLite. */
export const sqliteParts = {
  createAdapter: () => new Adapter(),
  createIntrospector: (database) => new SqliteIntrospector(database),
  createQueryCompiler: () => new QueryCompiler(),
} as const satisfies Partial<KyselyDialect>;

/** Runs each statement in a turn of its own. */
export function prepareKysely(turns: Turns): Kysely<Tables> {
  const createDriver: KyselyDialect["createDriver"] = () => ({
    ...noDriver,
    acquireConnection: () => turns.take(),
    releaseConnection: async () => turns.end(),
    destroy: async () => turns.connection.close(),
  });
  return new Kysely<Tables>({ dialect: { ...sqliteParts, createDriver } });
}

/** Gives a connection to one user at a time, in the order of their requests. */
export class Turns {
  readonly connection: SqliteConnection;
  /** Runs statements within the present turn. */
  readonly kysely: Kysely<Tables>;
  #last = Promise.resolve();
  #end = () => {};

  constructor(connection: SqliteConnection) {
    this.connection = connection;
    this.kysely = kyselyOn(connection, sqliteParts);
  }

  async take(): Promise<SqliteConnection> {
    const { connection } = this;
    refuseFullQueue(connection.waiting);
    const askedAt = performance.now();
    connection.waiting += 1;
    const before = this.#last;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#last = promise;
    await before;
    connection.waiting -= 1;
    this.#end = resolve;
    connection.askedAt = askedAt;
    return connection;
  }

  end(): void {
    this.#end();
  }
}

function placeholder(table: string, column: string): string {
  return isUuidColumn(table, column) ? uuidPlaceholder : "?";
}

const statusColumn = "$1$2 text$3 check ($2 in ('CONFIRMED', 'WAITLIST', 'CANCELLED'))$4";

/** Adapts a portable migration: 64-bit integers, UUIDs as bytes, words of a fixed set as text, and strict tables. */
function strictTables(statement: string): string {
  return statement
    .replaceAll(/\bbigint\b/g, "integer")
    .replaceAll(/^( +\w+) uuid\b/gm, "$1 blob")
    .replaceAll(/^( +\w+) booking_event_kind\b/gm, "$1 text")
    .replaceAll(/^( +)(\w+) booking_status\b(.*?)(,?)$/gm, statusColumn)
    .replace(/^(create table [\s\S]*\))$/m, "$1 strict, without rowid");
}
