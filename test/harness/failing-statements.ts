import { DatabaseSync, StatementSync } from "node:sqlite";

/** Lets one of this process's statements on embedded databases fail, as the machine would. */
export interface FailingStatements extends Disposable {
  /** From now on the Nth statement fails, counted from 1, and those after it do not. */
  failNth(number: number, error: ErrorClass): void;
  /** Ends that; false when there were not so many statements. */
  calm(): boolean;
}

export interface ErrorClass {
  readonly name: string;
  /** SQLite's result code. */
  readonly errcode: number;
}

export const errorClasses: readonly ErrorClass[] = [
  { name: "SQLITE_BUSY", errcode: 5 },
  { name: "SQLITE_LOCKED", errcode: 6 },
  { name: "SQLITE_READONLY", errcode: 8 },
  { name: "SQLITE_IOERR", errcode: 10 },
  { name: "SQLITE_CORRUPT", errcode: 11 },
  { name: "SQLITE_FULL", errcode: 13 },
  { name: "SQLITE_CANTOPEN", errcode: 14 },
  { name: "SQLITE_IOERR_FSYNC", errcode: 1034 },
  // A fault of our own, which nobody expects.
  { name: "SQLITE_CONSTRAINT", errcode: 19 },
];

/** What ends a transaction cannot fail so that it goes on: SQLite's rollback does not. */
const neverFails = /^\s*(rollback|pragma)/i;

export function failStatements(): FailingStatements {
  let left = 0;
  let failure: ErrorClass | null = null;
  const meet = (sql: string) => {
    if (failure === null || left === 0 || neverFails.test(sql)) return;
    left -= 1;
    if (left > 0) return;
    const { name, errcode } = failure;
    throw Object.assign(new Error(`${name}, as the proof wants it`), { errcode });
  };
  const restore = [
    intercept(DatabaseSync.prototype, "exec", (_, sql) => meet(String(sql))),
    ...(["all", "get", "run", "iterate"] as const).map((name) =>
      intercept(StatementSync.prototype, name, (statement) =>
        meet((statement as StatementSync).sourceSQL),
      ),
    ),
  ];
  return {
    failNth: (number, error) => {
      left = number;
      failure = error;
    },
    calm: () => {
      const reached = left === 0;
      failure = null;
      return reached;
    },
    [Symbol.dispose]: () => restore.forEach((undo) => undo()),
  };
}

function intercept<T extends object>(
  owner: T,
  name: keyof T,
  before: (self: unknown, first: unknown) => void,
): () => void {
  const original = owner[name] as (...words: unknown[]) => unknown;
  owner[name] = function intercepted(this: unknown, ...words: unknown[]) {
    before(this, words[0]);
    return original.apply(this, words);
  } as T[keyof T];
  return () => {
    owner[name] = original as T[keyof T];
  };
}
