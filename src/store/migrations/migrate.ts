import { sql } from "kysely";
import { DatabaseUnusable, type Engine } from "../engine.ts";
import { knownMigrations, readMigration } from "./migration-files.ts";
import { allows, appliedMigrations, canWorkWith, schemaState } from "./schema-state.ts";

/**
 * Applies the missing migrations in order, in one transaction, and returns their names. When several
 * processes start together, the transaction admits one at a time. A schema of a later release stays as it is
 * where this version may work with it; else `DatabaseUnusable` is thrown.
 */
export async function migrate(engine: Engine, now: number): Promise<string[]> {
  const applied = canWorkWith(await schemaState(engine)) ? [] : await applyMissing(engine, now);
  await engine.secure();
  return applied;
}

function applyMissing(engine: Engine, now: number): Promise<string[]> {
  return engine.alone(async (transaction) => {
    await engine.define(
      transaction,
      "create table if not exists schema_migration (\n  name text not null primary key,\n  applied_at bigint not null,\n  oldest_program text\n)",
    );
    const applied = await appliedMigrations(transaction);
    const known = knownMigrations();
    const foreign = applied.find((each) => !known.includes(each.name) && !allows(each));
    if (foreign !== undefined) {
      throw new DatabaseUnusable(
        `The database has migration ${foreign.name}, which this version of the program does not ` +
          "know. Run the newer version, or restore a backup made before it.",
      );
    }
    const names = new Set(applied.map(({ name }) => name));
    const missing = known.filter((name) => !names.has(name));
    for (const name of missing) {
      const { statements, oldestProgram } = readMigration(name);
      for (const statement of statements) await engine.define(transaction, statement);
      await sql`
        insert into schema_migration (name, applied_at, oldest_program)
        values (${name}, ${now}, ${oldestProgram})`.execute(transaction);
    }
    return missing;
  });
}
