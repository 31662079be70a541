import { sql, type Kysely } from "kysely";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { readMigration } from "./migration-files.ts";

/** Runs the statements of a migration, and notes that it is applied. */
export async function applyMigration(
  engine: Pick<Engine, "define" | "distributeNewTables">,
  transaction: Kysely<Tables>,
  name: string,
  now: number,
): Promise<void> {
  const { statements, oldestProgram } = readMigration(name);
  for (const statement of statements) await engine.define(transaction, statement);
  await engine.distributeNewTables(transaction);
  await sql`
    insert into schema_migration (name, applied_at, oldest_program)
    values (${name}, ${now}, ${oldestProgram})`.execute(transaction);
}
