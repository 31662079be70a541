import type { Kysely } from "kysely";
import { unconvertedMessage } from "../../domain/program-version.ts";
import { DatabaseUnusable, type Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { applyMigration } from "./apply-migration.ts";
import { knownMigrations } from "./migration-files.ts";
import { allows, appliedMigrations, canWorkWith, schemaState, stateOf } from "./schema-state.ts";

/**
 * Applies the missing migrations in order and returns their names. When several processes start together,
 * they are admitted one at a time. A schema of a later release stays as it is where this version may work
 * with it; else `DatabaseUnusable` is thrown.
 */
export async function migrate(engine: Engine, now: number): Promise<string[]> {
  const applied = canWorkWith(await schemaState(engine)) ? [] : await applyMissing(engine, now);
  await engine.secure();
  return applied;
}

/** Places the tables over the nodes of a distributed database; returns the names of those that moved. */
export function distribute(engine: Engine): Promise<string[]> {
  return engine.alone((transaction) => engine.distribute(transaction));
}

/**
 * Each migration has a transaction of its own: one for all would keep requests out of every changed table at
 * once. Applied migrations stay where a later one fails, and the next start applies the rest.
 */
async function applyMissing(engine: Engine, now: number): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const [first, ...others] = await engine.alone((transaction) =>
      applyFirst(engine, transaction, now),
    );
    if (first !== undefined) applied.push(first);
    if (others.length === 0) return applied;
  }
}

/** Applies the first missing migration, and returns the names of all that were missing. */
async function applyFirst(
  engine: Engine,
  transaction: Kysely<Tables>,
  now: number,
): Promise<string[]> {
  await engine.define(
    transaction,
    "create table if not exists schema_migration (\n  name text not null primary key,\n  applied_at bigint not null,\n  oldest_program text\n)",
  );
  const applied = await appliedMigrations(transaction);
  const known = knownMigrations();
  if (stateOf(applied, known) === "unconverted") throw new DatabaseUnusable(unconvertedMessage);
  const foreign = applied.find((each) => !known.includes(each.name) && !allows(each));
  if (foreign !== undefined) {
    throw new DatabaseUnusable(
      `The database has migration ${foreign.name}, which this version of the program does not ` +
        "know. Run the newer version, or restore a backup made before it.",
    );
  }
  const names = new Set(applied.map(({ name }) => name));
  const missing = known.filter((name) => !names.has(name));
  const [name] = missing;
  if (name === undefined) return [];
  await applyMigration(engine, transaction, name, now);
  return missing;
}
