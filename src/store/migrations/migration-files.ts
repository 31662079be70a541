import { listProgramFiles, requireProgramFile } from "../../files/program-files.ts";

const folder = "src/store/migrations/";

/** The names of this program's migrations, in order. */
export function knownMigrations(): string[] {
  return listProgramFiles(folder)
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length))
    .toSorted();
}

export interface MigrationFile {
  readonly statements: readonly string[];
  /** The version in the file's line `-- oldest program: 0.1.0`; null where there is no such line. */
  readonly oldestProgram: string | null;
}

export function readMigration(name: string): MigrationFile {
  const text = requireProgramFile(`${folder}${name}.sql`);
  return {
    oldestProgram: /^-- oldest program: (\d+\.\d+\.\d+)$/m.exec(text)?.[1] ?? null,
    statements: readStatements(text),
  };
}

/** A statement ends with a line that ends in a semicolon. */
export function readStatements(text: string): string[] {
  return text
    .replaceAll(/^--.*\n/gm, "")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
