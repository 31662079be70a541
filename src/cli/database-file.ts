import { CommandFailed } from "./command-context.ts";

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
        "one moment, `pg_basebackup` with archived write-ahead logs for any moment.",
    );
  }
}

/** Runs what reads and writes files; an error of the file system becomes a sentence. */
export async function describeFileFaults<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { syscall, code } = error as { syscall?: unknown; code?: unknown };
    if (!(error instanceof Error)) throw error;
    if (syscall === undefined && code !== "ERR_SQLITE_ERROR") throw error;
    throw new CommandFailed(`${what}: ${error.message}.`);
  }
}
