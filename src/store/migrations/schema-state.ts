import { sql, type Kysely } from "kysely";
import { isAtLeast, programVersion } from "../../domain/program-version.ts";
import type { Engine } from "../engine.ts";
import type { Tables } from "../tables.ts";
import { knownMigrations } from "./migration-files.ts";

/**
 * How the database's schema relates to this version of the program. `ahead`: a later release has changed it,
 * and its migrations allow this version to work with it. `newer`: they do not. `unconverted`: it is of 0.2.0 or an
 * earlier release, whose tables this version does not read.
 */
export type SchemaState = "current" | "older" | "ahead" | "newer" | "unconverted";

/** The first migration of 0.2.0 and of the releases before. */
const firstBefore = "0001-foundation";

/** Whether this version of the program may read and write with this schema. */
export function canWorkWith(state: SchemaState): boolean {
  return state === "current" || state === "ahead";
}

export async function schemaState(engine: Engine): Promise<SchemaState> {
  const applied = (await hasMigrationTable(engine)) ? await appliedMigrations(engine.reads) : [];
  return stateOf(applied, knownMigrations());
}

/** An applied migration, with the oldest version of the program that may work with it. */
export interface AppliedMigration {
  readonly name: string;
  /** Null where no older version may. */
  readonly oldestProgram: string | null;
}

export function stateOf(
  applied: readonly AppliedMigration[],
  known: readonly string[],
): SchemaState {
  const names = new Set(applied.map(({ name }) => name));
  if (names.has(firstBefore)) return "unconverted";
  const hasAll = known.every((name) => names.has(name));
  const unknown = applied.filter(({ name }) => !known.includes(name));
  if (unknown.length === 0) return hasAll ? "current" : "older";
  return hasAll && unknown.every(allows) ? "ahead" : "newer";
}

/** Whether this version of the program may work with the migration, which it does not know. */
export function allows({ oldestProgram }: AppliedMigration): boolean {
  return oldestProgram !== null && isAtLeast(programVersion, oldestProgram);
}

async function hasMigrationTable(engine: Engine): Promise<boolean> {
  const asked = sql<{ is_there: unknown }>`select ${engine.hasMigrationTable} as is_there`;
  const { rows } = await asked.execute(engine.reads);
  return Boolean(rows[0]?.is_there);
}

/** By name. */
export async function appliedMigrations(database: Kysely<Tables>): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ name: string; oldest_program: string | null }>`
    select name, oldest_program
    from schema_migration
    order by name`.execute(database);
  return rows.map((row) => ({ name: row.name, oldestProgram: row.oldest_program }));
}
