import { DatabaseSync, StatementSync } from "node:sqlite";
import { Client } from "pg";
import { StatementGroup } from "../../src/store/postgres/statement-group.ts";
import { intercept } from "./intercept.ts";

/** The statements of one piece of work on this process's databases, scratch databases included. */
export interface StatementCount {
  /** Statements that read or write, without those that begin or end a transaction. */
  readonly statements: readonly string[];
  /** The number of transactions; a statement outside one counts none. */
  readonly transactions: number;
}

const begins = /^\s*begin\b/i;
/** Statements that control execution, and read and write nothing. */
const controls = /^\s*(begin|commit|rollback|set|pragma)\b/i;
/** Tables that the service reads and writes in the background. */
const background = /\b(from|into|update) "?(request_record|rate_count|clock_mark|directory)\b/i;

/**
 * Counts the statements of `work`. Nothing else may run beside it, because a statement does not name its
 * origin.
 */
export async function countStatements(work: () => Promise<unknown>): Promise<StatementCount> {
  const seen: string[] = [];
  const see = (sql: string) => {
    if (!background.test(sql)) seen.push(sql);
  };
  const restore = [
    intercept(DatabaseSync.prototype, "exec", (_, words) => {
      see(String(words[0]));
      return words;
    }),
    ...(["all", "get", "run", "iterate"] as const).map((name) =>
      intercept(StatementSync.prototype, name, (statement, words) => {
        see((statement as StatementSync).sourceSQL);
        return words;
      }),
    ),
    intercept(Client.prototype, "query", (_, words) => {
      const [asked] = words;
      if (asked instanceof StatementGroup) asked.statements.forEach(({ text }) => see(text));
      else see(String(typeof asked === "string" ? asked : (asked as { text?: unknown }).text));
      return words;
    }),
  ];
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return {
    statements: seen.filter((sql) => !controls.test(sql)),
    transactions: seen.filter((sql) => begins.test(sql)).length,
  };
}
