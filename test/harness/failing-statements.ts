import { DatabaseSync, StatementSync } from "node:sqlite";
import { Client } from "pg";
import { intercept } from "./intercept.ts";
import { StatementGroup } from "../../src/store/postgres/statement-group.ts";
import { engine } from "./test-database.ts";

/** Makes one of this process's statements fail, as the machine would. */
export interface FailingStatements extends Disposable {
  /** The classes of failures. */
  readonly classes: readonly string[];
  /** Makes the Nth statement from now on fail, counted from 1, and no other. */
  failNth(number: number, errorClass: string): void;
  /** Ends that; returns false when there were fewer statements. */
  calm(): boolean;
}

/** SQLite's result codes. */
const sqliteCodes: Readonly<Record<string, number>> = {
  SQLITE_BUSY: 5,
  SQLITE_LOCKED: 6,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_IOERR_FSYNC: 1034,
  // A fault of the service itself, which no code expects.
  SQLITE_CONSTRAINT: 19,
};

/**
 * Statements that replace the original on PostgreSQL, so that the failure is the server's own and the server
 * acts accordingly.
 */
const postgresStatements: Readonly<Record<string, string>> = {
  "connection ended":
    "do $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); end $$",
  "serialization failure": raise("40001"),
  deadlock: raise("40P01"),
  "lock not available": raise("55P03"),
  "disk full": raise("53100"),
  "out of memory": raise("53200"),
  "statement cut short": raise("57014"),
  "input or output failed": raise("58030"),
  "internal error": raise("XX000"),
  // A fault of the service itself, which no code expects.
  "unknown column": raise("42703"),
};

function raise(code: string): string {
  return `do $$ begin raise exception using errcode = '${code}', message = 'as the proof wants it'; end $$`;
}

/** A rollback always ends its transaction, so it is never made to fail. */
const neverFails = /^\s*(rollback|pragma)/i;

export function failStatements(): FailingStatements {
  let left = 0;
  let failure: string | null = null;
  /** The class of error for this statement, or null. */
  const meet = (sql: string): string | null => {
    if (failure === null || left === 0 || neverFails.test(sql)) return null;
    left -= 1;
    return left > 0 ? null : failure;
  };
  const restore = engine === "sqlite" ? interceptSqlite(meet) : interceptPostgres(meet);
  return {
    classes: Object.keys(engine === "sqlite" ? sqliteCodes : postgresStatements),
    failNth: (number, errorClass) => {
      left = number;
      failure = errorClass;
    },
    calm: () => {
      const reached = left === 0;
      failure = null;
      return reached;
    },
    [Symbol.dispose]: () => restore.forEach((undo) => undo()),
  };
}

type Meet = (sql: string) => string | null;

function interceptSqlite(meet: Meet): (() => void)[] {
  const fail = (sql: string) => {
    const name = meet(sql);
    if (name === null) return;
    const error = new Error(`${name}, as the proof wants it`);
    throw Object.assign(error, { errcode: sqliteCodes[name] });
  };
  return [
    intercept(DatabaseSync.prototype, "exec", (_, words) => {
      fail(String(words[0]));
      return words;
    }),
    ...(["all", "get", "run", "iterate"] as const).map((name) =>
      intercept(StatementSync.prototype, name, (statement, words) => {
        fail((statement as StatementSync).sourceSQL);
        return words;
      }),
    ),
  ];
}

function interceptPostgres(meet: Meet): (() => void)[] {
  return [
    intercept(Client.prototype, "query", (_, words) => {
      const [asked, ...more] = words;
      if (asked instanceof StatementGroup) return [failWithin(asked, meet), ...more];
      const text = typeof asked === "string" ? asked : (asked as { text?: unknown }).text;
      const name = meet(String(text));
      return name === null ? words : [{ text: postgresStatements[name] }, ...more];
    }),
  ];
}

/** The group with the statements that shall fail in the places of others. */
function failWithin(group: StatementGroup, meet: Meet): StatementGroup {
  const statements = group.statements.map((statement) => {
    const name = meet(statement.text);
    const failing = { text: postgresStatements[name ?? ""] ?? "", name: undefined, values: [] };
    return name === null ? statement : { ...statement, ...failing };
  });
  return Object.assign(group, { statements });
}
