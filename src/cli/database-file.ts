import { statSync, type Stats } from "node:fs";
import { defaultDatabaseUrl, type Settings } from "../service/settings.ts";
import { CommandFailed } from "./command-context.ts";
import { fileFault } from "./input-file.ts";

/** What to do where no connection to the database was made. */
export const unreachableRemedy =
  "Check its URL (DATABASE_URL, --from or --to), and that the server runs.";

/** Refuses a database that is no file, and names the tools that back it up. */
export function requireDatabaseFile(databaseUrl: string): void {
  if (databaseUrl === "sqlite::memory:") {
    throw new CommandFailed(
      "A database in memory ends with its process: there is nothing to copy.",
    );
  }
  if (!databaseUrl.startsWith("sqlite:")) {
    throw new CommandFailed(
      "PostgreSQL comes with tools of its own: `pg_dump` and `pg_restore` for the data as it is at " +
        "one moment, `pg_basebackup` with archived write-ahead logs for any moment, and " +
        "`pg_verifybackup` for its checksums.",
    );
  }
}

/**
 * The path in a SQLite URL where no file exists; null where one exists, or the URL names no file. Commands ask before
 * they open a database, because opening creates the file.
 */
export function missingFile(databaseUrl: string): string | null {
  const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : ":memory:";
  return path !== ":memory:" && statusOf(path) === null ? path : null;
}

/** The status of a file or folder; null where there is none, the error where this user may not see it. */
export function statusOf(path: string): Stats | Error | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (error) {
    return error as Error;
  }
}

/** Says which database a command is about to make, so that a forgotten DATABASE_URL is noticed. */
export function announceNewDatabase(
  { databaseUrl }: Pick<Settings, "databaseUrl">,
  say: (text: string) => void,
): void {
  const path = missingFile(databaseUrl);
  if (path === null) return;
  const isDefault = databaseUrl === defaultDatabaseUrl;
  say(`Making a new database at ${path}${isDefault ? ": DATABASE_URL is not set." : "."}`);
}

/** What the name of a copy ends with until it is complete. */
const unfinished = /\.(partial-[-0-9a-f]+|restoring)(?=['")]|$)/;

/** Runs what reads and writes files; an error of the file system becomes a sentence. */
export async function describeFileFaults<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { syscall, code, path } = error as NodeJS.ErrnoException;
    if (syscall === undefined && code !== "ERR_SQLITE_ERROR") throw error;
    const fault = fileFault(error);
    // The error's own words name the path.
    const file = path === undefined || fault === error.message ? "" : ` (${path})`;
    throw new CommandFailed(`${what}: ${`${fault}${file}`.replace(unfinished, "")}.`);
  }
}
