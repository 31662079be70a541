import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type DatabaseConnection,
  type Dialect as KyselyDialect,
} from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Dialect, ValueRow } from "../engine.ts";
import type { UpdateTarget } from "../row-targets.ts";
import { noDriver } from "../on-connection.ts";
import { chunksOf, insertText } from "../statement.ts";
import type { Tables } from "../tables.ts";
import { BoundUuid } from "../uuid-columns.ts";
import { CopiedRows } from "./copied-rows.ts";
import { postgresConversion } from "./conversion.ts";
import { postgresNames } from "./names.ts";

/** The clauses that PostgreSQL writes differently from SQLite. */
export const postgresDialect: Dialect = {
  locked: (select, table) => select.forNoKeyUpdate(table),
  lockedIfFree: (select, tables) => select.forNoKeyUpdate(tables).skipLocked(),
  // The planner knows the length of an array, and not that of a JSON text.
  inputRows: (parameters, columns) => {
    const names = Object.keys(columns).map((name) => sql.ref(name));
    const arrays = Object.entries(columns).map(
      ([name, type]) => sql`${parameters[`input_${name}`]}::${sql.raw(`${String(type)}[]`)}`,
    );
    return sql<never>`unnest(${sql.join(arrays)})`.as<"input_rows">(
      sql`input_rows(${sql.join(names)})`,
    );
  },
  isOfRequest: (requestId) => sql<boolean>`(
    left(booking_event.request_id, 11) = left(${requestId}, 11)
    and hashtext(booking_event.request_id) = hashtext(${requestId})
    and booking_event.request_id = ${requestId}
  )`,
  // Text is a type of both engines.
  rowsAsJson: (select) => sql<string>`cast(${jsonArrayFrom(select)} as text)`,
  // The driver reads it as text.
  uuidAsText: (column) => sql<string>`${column}`,
  leastUuid: (column) => sql<string>`(array_agg(${column} order by ${column}))[1]`,
  // Citus takes no volatile function in an update, as `clock_timestamp()` is one.
  clock: sql<number>`(extract(epoch from now()) * 1000)::bigint`,
  hasMigrationTable: sql`to_regclass('schema_migration') is not null`,
  prepareInsert: (into) => {
    // A text that was made before is found among the prepared statements without reading it again.
    const texts: string[] = [];
    const insert = (rows: readonly ValueRow[]) => {
      const text = (texts[rows.length] ??= insertText(
        into,
        placeholders(rows.length, into.columns.length),
      ));
      return CompiledQuery.raw(text, rows.flat());
    };
    const names = into.columns.map((name) => `"${name}"`).join(", ");
    const copy = `copy "${into.table}" (${names}) from stdin`;
    // COPY fails on a row that is known.
    const mayCopy = into.skipsKnown !== true && into.replaces === undefined;
    return (rows) =>
      rows.length <= rowsOfInsert || !mayCopy
        ? insert(rows)
        : CompiledQuery.raw(copy, [
            new CopiedRows(rows, () => chunksOf(rows, rowsOfInsert).map(insert)),
          ]);
  },
  rowsAtOnce: 4_000,
  prepareUpdate: (target) => {
    const text = updateText(target);
    const names = Object.keys(target.columns);
    // Citus looks for the account as a value, beside the column that the rows are joined by.
    return (rows) =>
      CompiledQuery.raw(text, [
        ...names.map((_, column) => rows.map((row) => row[column])),
        rows[0]?.[names.indexOf("account_id")],
      ]);
  },
  runInOrder: async (transaction, statements, onAnswer) => {
    await Promise.all(statements.map((each) => transaction.executeQuery(each).then(onAnswer)));
  },
  names: postgresNames,
  conversion: postgresConversion,
  define: async (transaction, statement) => {
    if (statement.startsWith("/* sqlite */")) return;
    await transaction.executeQuery(CompiledQuery.raw(withOrderOfBytes(statement)));
  },
};

class QueryCompiler extends PostgresQueryCompiler {
  protected override appendValue(parameter: unknown): void {
    if (!(parameter instanceof BoundUuid)) return super.appendValue(parameter);
    super.appendValue(parameter.text);
    this.append("::uuid");
  }
}

class Adapter extends PostgresAdapter {
  readonly dialect = postgresDialect;
}

/** What Kysely needs to build statements for PostgreSQL. */
export const postgresParts = {
  createAdapter: () => new Adapter(),
  createIntrospector: (database) => new PostgresIntrospector(database),
  createQueryCompiler: () => new QueryCompiler(),
} as const satisfies Partial<KyselyDialect>;

/** Runs statements on the connection that `acquire` returns, until `release`. */
export function prepareKysely<Connection extends DatabaseConnection>(
  acquire: () => Promise<Connection>,
  release: (connection: Connection) => void,
): Kysely<Tables> {
  const createDriver: KyselyDialect["createDriver"] = () => ({
    ...noDriver,
    acquireConnection: acquire,
    // Kysely hands back what it was given.
    releaseConnection: async (connection) => release(connection as Connection),
  });
  return new Kysely<Tables>({ dialect: { ...postgresParts, createDriver } });
}

/** The text of an update of the rows that come as one array for each column, of one account. */
function updateText({ table, columns, keys }: UpdateTarget): string {
  const names = Object.keys(columns);
  const arrays = Object.values(columns).map((type, index) => `$${index + 1}::${type}[]`);
  const changed = names.filter((name) => !keys.includes(name));
  return [
    `update "${table}"`,
    `set ${changed.map((name) => `"${name}" = input_rows."${name}"`).join(", ")}`,
    `from unnest(${arrays.join(", ")}) as input_rows(${names.map((name) => `"${name}"`).join(", ")})`,
    `where input_rows."account_id" = $${names.length + 1}`,
    ...keys.map((name) => `and "${table}"."${name}" = input_rows."${name}"`),
  ].join(" ");
}

/** More rows are copied. */
const rowsOfInsert = 64;

/** A parenthesis of parameters for each row. */
function placeholders(rows: number, columns: number): string {
  const row = (index: number) =>
    Array.from({ length: columns }, (_, column) => `$${index * columns + column + 1}`).join(", ");
  return Array.from({ length: rows }, (_, index) => `(${row(index)})`).join(", ");
}

/** Text sorts by its bytes, as on the embedded engine, whatever language the server speaks. */
function withOrderOfBytes(statement: string): string {
  return statement.replaceAll(/((?:^\s+|\badd column\s+)"?\w+"?\s+text)\b/gm, '$1 collate "C"');
}
