import { globSync, readFileSync } from "node:fs";
import { Client } from "pg";
import { refuseStatement, type Plan, type SentStatement } from "./refuse-statement.ts";

/** A statement that does not name its account, and the reason. */
export interface LintFinding {
  readonly text: string;
  readonly problems: readonly string[];
}

export interface LintReport {
  /** The number of different statements that were explained. */
  readonly explained: number;
  readonly findings: readonly LintFinding[];
}

/** Explains each recorded statement on the migrated PostgreSQL database at `url`. */
export async function lintStatements(folder: string, url: string): Promise<LintReport> {
  const client = new Client(url);
  await client.connect();
  try {
    // The planner must use an index wherever one fits, whatever the size of the tables, and plan for the sent
    // values.
    await client.query("set enable_seqscan = off; set plan_cache_mode = force_custom_plan");
    const findings: LintFinding[] = [];
    const statements = readStatements(folder);
    for (const statement of statements) {
      const problems = await explain(client, statement);
      if (problems.length > 0) findings.push({ text: statement.text, problems });
    }
    return { explained: statements.length, findings };
  } finally {
    await client.end();
  }
}

/** One statement of each shape; texts that differ only in their number of rows or values have one shape. */
export function readStatements(folder: string): SentStatement[] {
  const shapes = new Map<string, SentStatement>();
  for (const file of globSync(`${folder}/*.ndjson`)) {
    for (const line of readFileSync(file, "utf8").split("\n")) {
      if (line === "") continue;
      const statement = JSON.parse(line) as SentStatement;
      if (!isOfAccounts(statement.text)) continue;
      const shape = shapeOf(statement.text);
      // The longest statement of a shape is the most telling: its rows may belong to several accounts.
      const known = shapes.get(shape);
      if (known === undefined || known.values.length < statement.values.length) {
        shapes.set(shape, statement);
      }
    }
  }
  return [...shapes.values()];
}

function shapeOf(text: string): string {
  return text
    .replaceAll(/\$\d+/g, "$")
    .replaceAll(/\(\$(?:, \$)+\)/g, "($)")
    .replaceAll(/(\(\$\))(?:, \(\$\))+/g, "$1");
}

/**
 * Whether it reads or writes tables; settings, transactions, definitions and system views do not count, nor does
 * the statement of a migration that mends the rows of every account.
 */
function isOfAccounts(text: string): boolean {
  return (
    /^\s*(?:\/\*[^*]*\*\/\s*)?(?:select|insert|update|delete|with)\b/i.test(text) &&
    !/\b(pg_\w+|information_schema|schema_migration|set_config)\b|\/\* migration \*\//.test(text)
  );
}

async function explain(client: Client, statement: SentStatement): Promise<string[]> {
  await client.query("begin");
  try {
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>({
      text: `explain (verbose, format json) ${statement.text}`,
      values: [...statement.values],
    });
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    if (plan === undefined) return ["it has no plan"];
    return refuseStatement(statement, plan);
  } catch (error) {
    return [`it cannot be explained: ${(error as Error).message}`];
  } finally {
    await client.query("rollback");
  }
}
