import { readdirSync, readFileSync } from "node:fs";
import { sql, type Kysely } from "kysely";
import { DatabaseUnusable, type Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";

const folder = new URL("./", import.meta.url);

/** What the database's schema is to this version of the program. */
export type SchemaState = "current" | "older" | "newer";

export async function schemaState(engine: Engine): Promise<SchemaState> {
  const applied = (await hasMigrationTable(engine)) ? await appliedMigrations(engine.reads) : [];
  const known = knownMigrations();
  if (applied.some((name) => !known.includes(name))) return "newer";
  return known.every((name) => applied.includes(name)) ? "current" : "older";
}

/**
 * Applies the missing migrations in order, all in one transaction, and returns their names. Several
 * processes may start together: the transaction lets one of them through at a time.
 */
export async function migrate(engine: Engine, now: number): Promise<string[]> {
  const applied = (await schemaState(engine)) === "current" ? [] : await applyMissing(engine, now);
  await engine.secure();
  return applied;
}

function applyMissing(engine: Engine, now: number): Promise<string[]> {
  return engine.alone(async (transaction) => {
    await engine.define(
      transaction,
      "create table if not exists schema_migration (\n  name text not null primary key,\n  applied_at bigint not null\n)",
    );
    const applied = await appliedMigrations(transaction);
    const known = knownMigrations();
    const unknown = applied.find((name) => !known.includes(name));
    if (unknown !== undefined) {
      throw new DatabaseUnusable(
        `The database has migration ${unknown}, which this version of the program does not know. ` +
          "Run the newer version, or restore a backup made before it.",
      );
    }
    const missing = known.filter((name) => !applied.includes(name));
    for (const name of missing) {
      for (const statement of statementsOf(name)) await engine.define(transaction, statement);
      await sql`insert into schema_migration (name, applied_at) values (${name}, ${now})`.execute(
        transaction,
      );
    }
    return missing;
  });
}

function knownMigrations(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .toSorted();
}

function statementsOf(name: string): string[] {
  return readFileSync(new URL(`${name}.sql`, folder), "utf8")
    .replaceAll(/^--.*\n/gm, "")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

async function hasMigrationTable(engine: Engine): Promise<boolean> {
  const tables = await engine.reads.introspection.getTables();
  return tables.some((table) => table.name === "schema_migration");
}

async function appliedMigrations(database: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name
    from schema_migration
    order by name`.execute(database);
  return rows.map((row) => row.name);
}
