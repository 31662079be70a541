import { Command } from "commander";
import { isRefused } from "../domain/refusal.ts";
import { restoreStore } from "../store/store.ts";
import { formatMegabytes } from "./backup.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { withCopyProgress } from "./progress-bar.ts";
import { requireDatabaseFile, describeFileFaults } from "./database-file.ts";

export function restoreCommand(context: CommandContext): Command {
  return new Command("restore")
    .description("Replace the database by a backup; no server may run on it.")
    .argument("<file>", "a file that `booking backup` made; it stays as it is")
    .option("--replace", "the data that is there now is lost; without it, it is left alone", false)
    .addHelpText(
      "after",
      "\nThe backup is checked first, by the checksum at its end too, and takes the database's place in one step. What was revoked\n" +
        "or cancelled after the backup was made is live again.\n" +
        "\nExample:\n  booking restore /backups/booking-2030-05-01.db --replace",
    )
    .action(async (file: string, { replace }: { replace: boolean }) => {
      const { databaseUrl } = context.readSettings();
      requireDatabaseFile(databaseUrl);
      const audit = context.audit();
      const answer = await withCopyProgress(context, (progress) =>
        describeFileFaults("The backup was not restored", () =>
          restoreStore(databaseUrl, { file, replace, audit, ...progress }),
        ),
      );
      if (isRefused<Refusal>(answer)) {
        const path = databaseUrl.slice("sqlite:".length);
        throw new CommandFailed(explain({ path, file }, answer.refused));
      }
      if (answer.schema === "older") {
        context.say(
          "Its schema is older than this program: run `booking migrate`; `booking serve` does it by itself.",
        );
      }
      if (!answer.isSealed) {
        context.say(
          "It carries no checksum, as backups of 0.1.0 and other copies do not: its structure was " +
            "checked, but not whether every byte is still the one that was written.",
        );
      }
      const { bytes } = answer;
      context.print({ file, bytes }, `Restored ${file}: ${formatMegabytes(bytes)}.`);
    });
}

type Refusal = Extract<
  Awaited<ReturnType<typeof restoreStore>>,
  { readonly refused: unknown }
>["refused"];

/** The sentence of each refusal, where `path` is the database; the compiler completes the table. */
function explain(
  { path, file }: { readonly path: string; readonly file: string },
  refusal: Refusal,
): string {
  const trace = "trace" in refusal ? refusal.trace : "";
  const finding = "finding" in refusal ? refusal.finding : "";
  const sentences: Readonly<Record<Refusal["why"], string>> = {
    "no-such-file": `There is no file ${file}.`,
    "database-itself": `${file} is the database itself, not a backup of it.`,
    "file-in-use":
      `${file} is a database in use (${trace} lies beside it), not a backup: ` +
      "make one of it with `booking backup`.",
    damaged: `${file} is no intact backup: ${finding}.`,
    foreign: `${file} is no backup of a booking database.`,
    "newer-schema": `${file} was made by a newer version of this program: restore it with that version.`,
    "database-in-use": `A server or another command runs on ${path}: stop it first.`,
    "database-unreadable":
      `${path} cannot be read as a database. If it is what is left of yours, end what runs on it, ` +
      "move it and every file whose name begins with its own elsewhere, and try again.",
    "holds-data": `${path} holds data: give --replace to lose it, or back it up first.`,
  };
  return sentences[refusal.why];
}
