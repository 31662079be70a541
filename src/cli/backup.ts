import { Command } from "commander";
import { isRefused } from "../domain/refusal.ts";
import type { Store } from "../store/store.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { withCopyProgress } from "./progress-bar.ts";
import { requireDatabaseFile, describeFileFaults } from "./database-file.ts";

export function backupCommand(context: CommandContext): Command {
  return new Command("backup")
    .description("Copy the whole database into a file, while servers run on it.")
    .argument("<file>", "where the backup goes; only you can read it")
    .option("--replace", "a file of that name may be replaced; without it, it is left alone", false)
    .addHelpText(
      "after",
      "\nThe copy is of one moment. It is checked before it gets its name: a file of that name is\n" +
        "a complete backup. Its last line carries a SHA-256, which `restore` checks. It holds\n" +
        "personal data, and hashes of secrets.\n" +
        "\nExample:\n  booking backup /backups/booking-$(date +%F).db",
    )
    .action(async (file: string, { replace }: { replace: boolean }) => {
      requireDatabaseFile(context.readSettings().databaseUrl);
      const answer = await withCopyProgress(context, (progress) =>
        context.withStore((store) =>
          describeFileFaults("The backup was not made", () =>
            store.backUp({ file, replace, now: Date.now(), ...progress }),
          ),
        ),
      );
      if (isRefused<Refusal>(answer)) throw new CommandFailed(explain(file, answer.refused));
      const { bytes } = answer;
      context.print({ file, bytes }, `Backed up to ${file}: ${formatMegabytes(bytes)}.`);
    });
}

type Refusal = Extract<
  Awaited<ReturnType<Store["backUp"]>>,
  { readonly refused: unknown }
>["refused"];

/** The sentence of each refusal; the compiler completes the table. */
function explain(file: string, refusal: Refusal): string {
  const trace = "trace" in refusal ? refusal.trace : "";
  const finding = "finding" in refusal ? refusal.finding : "";
  const sentences: Readonly<Record<Refusal["why"], string>> = {
    "no-file-to-copy": "The database is no file: there is nothing to copy.",
    "file-exists": `${file} exists already: give another name, or --replace to replace it.`,
    "no-ordinary-file": `${file} exists and is no ordinary file: give another name.`,
    "database-itself": `${file} is the database itself: give another name.`,
    "file-in-use": `${file} is a database in use (${trace} lies beside it): give another name.`,
    "copy-damaged":
      `The database is damaged, and so was the copy, which is gone: ${finding}. ` +
      "Keep your older backups.",
    "schema-changed": "The schema changed while it was copied: try again.",
    "no-links":
      `The file system of ${file} cannot promise to overwrite nothing: ` +
      "give a name that is free, and --replace.",
  };
  return sentences[refusal.why];
}

export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
