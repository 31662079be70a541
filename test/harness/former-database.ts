import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { readStatements } from "../../src/store/migrations/migration-files.ts";
import { openTestEngine } from "./open-engine.ts";
import { execute } from "./query.ts";

/** What 0.2.0 wrote: its migrations, the rows of a database, and what it exported of one account. */
export const folderOf020 = "test/release-0.2.0";

/** Fills an empty database as 0.2.0 left it; `last` is its last migration. */
export async function makeFormerDatabase(url: string, last = "0021-webhook-lanes"): Promise<void> {
  const engine = openTestEngine(url, { timeouts: "task", poolSize: 2 });
  const names = globSync(`${folderOf020}/0*.sql`)
    .map((file) => basename(file, ".sql"))
    .toSorted()
    .filter((name) => name <= last);
  try {
    await engine.write(async (transaction) => {
      const define = (statement: string) => engine.define(transaction, statement);
      await define(
        "create table schema_migration (\n  name text not null primary key,\n  applied_at bigint not null,\n  oldest_program text\n)",
      );
      for (const name of names) {
        const text = readFileSync(`${folderOf020}/${name}.sql`, "utf8");
        for (const statement of readStatements(text)) await define(statement);
        await define(`insert into schema_migration values ('${name}', 1, '0.1.0')`);
      }
    });
  } finally {
    await engine.close();
  }
  execute(url, readFileSync(`${folderOf020}/rows.sql`, "utf8").replace(/^--.*\n/, ""));
}
