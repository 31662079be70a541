import { readdirSync, readFileSync } from "node:fs";

const folder = new URL("./", import.meta.url);

/** The names of the migrations that this program has, in their order. */
export function knownMigrations(): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .toSorted();
}

export interface MigrationFile {
  readonly statements: readonly string[];
  /** From the file's line `-- oldest program: 0.1.0`; null where it has none. */
  readonly oldestProgram: string | null;
}

export function readMigration(name: string): MigrationFile {
  const text = readFileSync(new URL(`${name}.sql`, folder), "utf8");
  return {
    oldestProgram: /^-- oldest program: (\d+\.\d+\.\d+)$/m.exec(text)?.[1] ?? null,
    statements: text
      .replaceAll(/^--.*\n/gm, "")
      .split(/;\s*(?:\n|$)/)
      .map((statement) => statement.trim())
      .filter((statement) => statement !== ""),
  };
}
