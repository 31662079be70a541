import { WrongUsage } from "../operations/arguments.ts";
import { readDatabaseUrl } from "../service/settings.ts";
import { WrongSetting } from "../service/variables.ts";
import { CommandFailed } from "./command-context.ts";
import { missingFile } from "./database-file.ts";

/** Two databases: the source, which exists, and another one. */
export interface DatabasePair {
  readonly from: string;
  readonly to: string;
}

/** Reads `--from` and `--to`, each as `DATABASE_URL` names a database. */
export function readDatabasePair(flags: DatabasePair): DatabasePair {
  const from = readUrl("--from", flags.from);
  const to = readUrl("--to", flags.to);
  const missing = missingFile(from);
  if (missing !== null) {
    throw new CommandFailed(`There is no database at ${missing}: see --from.`);
  }
  if (from === to) throw new WrongUsage("--from and --to are the same database.");
  return { from, to };
}

function readUrl(flag: string, value: string): string {
  if (value === "sqlite::memory:") {
    throw new WrongUsage(`${flag} is a database in memory, which ends with its process.`);
  }
  try {
    return readDatabaseUrl(flag, value);
  } catch (error) {
    throw error instanceof WrongSetting ? new WrongUsage(error.message) : error;
  }
}
