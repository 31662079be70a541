import { Command } from "commander";
import { isRefused } from "../domain/refusal.ts";
import { type InstallationCopyRefusal, copyStore } from "../store/store.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { missingFile } from "./database-file.ts";
import { withCopyProgress } from "./progress-bar.ts";
import { WrongUsage } from "../operations/machinery/arguments.ts";
import { formatTable } from "../operations/machinery/table.ts";
import { readDatabaseUrl } from "../service/settings.ts";
import { WrongSetting } from "../service/variables.ts";

export function copyCommand(context: CommandContext): Command {
  return new Command("copy")
    .description("Move a whole installation into another, empty database, of either engine.")
    .requiredOption("--from <url>", "the database to copy, as DATABASE_URL names it")
    .requiredOption("--to <url>", "an empty database; its schema is made")
    .addHelpText(
      "after",
      "\nEverything is copied as it is at one moment, or nothing: accounts, credentials, tokens,\n" +
        "bookings, history, audit log. Stop the servers on the source first: a source that\n" +
        "is served is refused. Then point DATABASE_URL at the copy and start them.\n" +
        "A password in a URL is seen by who lists processes: name one without it and set PGPASSWORD.\n" +
        "\nExample:\n  booking copy --from sqlite:./data/booking.db --to postgres://booking@db.example/booking",
    )
    .action(async (flags: DatabasePair) => {
      const { from, to } = readDatabasePair(flags);
      const settings = context.readSettings();
      const audit = context.audit();
      const answer = await withCopyProgress(context, (progress) =>
        copyStore({ from, to }, settings, { audit, ...progress }),
      );
      if (isRefused<InstallationCopyRefusal>(answer)) {
        throw new CommandFailed(explain(answer.refused));
      }
      const rows = Object.entries(answer).map(([table, count]) => [table, String(count)]);
      context.print(answer, formatTable(["table", "rows"], rows, context.width));
    });
}

/** Two databases: the source, which exists, and another one. */
interface DatabasePair {
  readonly from: string;
  readonly to: string;
}

/** Reads `--from` and `--to`, each as `DATABASE_URL` names a database. */
function readDatabasePair(flags: DatabasePair): DatabasePair {
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

function explain(refusal: InstallationCopyRefusal): string {
  switch (refusal.why) {
    case "source-in-use":
      return (
        "A server, or on a file another command, runs on the database to copy: stop it first. " +
        "What it writes during the copy would be lost."
      );
    case "source-schema":
      return refusal.schema === "older"
        ? "The schema of the database to copy is older than this program: run `booking migrate` on it first."
        : "The schema of the database to copy is newer than this program: run the newer version.";
    case "target-schema":
      return "The schema of the target is newer than this program: run the newer version.";
    case "target-not-empty":
      return "The target holds accounts or an audit log already: name an empty database.";
  }
}
