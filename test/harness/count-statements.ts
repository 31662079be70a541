import { DatabaseSync, StatementSync } from "node:sqlite";
import { Client } from "pg";
import { intercept } from "./intercept.ts";

/** What one piece of work asks of the databases of this process, scratch databases included. */
export interface StatementCount {
  /** What reads or writes; what begins and ends a transaction is not among them. */
  readonly statements: readonly string[];
  /** Transactions that were begun; a statement outside of them begins none. */
  readonly transactions: number;
}

const begins = /^\s*begin\b/i;
/** What says how something runs, and reads and writes nothing. */
const controls = /^\s*(begin|commit|rollback|set|pragma)\b/i;
/** Tables that a service reads or writes by itself, whether somebody asks for something or not. */
const background = /\b(from|into|update) "?(request_record|rate_count|directory)\b/i;

/** Counts what `work` asks. It must be done alone: nothing tells whose statement one is. */
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
      see(String(typeof asked === "string" ? asked : (asked as { text?: unknown }).text));
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
