import { Command, Option } from "commander";
import type { AccountName } from "../domain/account.ts";
import type { ImportAnswer } from "../store/import/import-order.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { importBookingCsv, importDataFile } from "../usecases/operator/import-data-file.ts";
import { addAccountArgument } from "./account-argument.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import {
  formatResult,
  leftOutText,
  skippedText,
  warningText,
} from "../operations/import-counts.ts";
import { importProgressBar } from "./import-progress-bar.ts";
import {
  badFile,
  importCsvSkipping,
  importSkipping,
  type SkippingResult,
} from "./import-skipping.ts";
import { openSource } from "./input-file.ts";
import { readText } from "./input-file.ts";
import { orFail } from "./or-fail.ts";

interface Flags {
  readonly dryRun?: boolean;
  readonly update?: boolean;
  readonly overwrite?: boolean;
  readonly allowOverbooked?: boolean;
  readonly skipBad?: string;
  readonly format: "ndjson" | "csv";
}

export function importCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("import"))
    .description("Read a data file into an account; a bad line refuses the whole file.")
    .argument("<file>", "one JSON object a line; - is standard input")
    .addOption(
      new Option("--format <format>", "csv: bookings of a spreadsheet")
        .choices(["ndjson", "csv"])
        .default("ndjson"),
    )
    .option("--dry-run", "check everything and change nothing")
    .option("--update", "known bookings become what the file says of them, where it is newer")
    .option("--overwrite", "the file wins also where it is older; each such booking is named")
    .option("--skip-bad <file>", "import the good lines; write the others and why to this file")
    .option("--allow-overbooked", "slots may be filled beyond their capacity; that is recorded")
    .addHelpText("after", "\nExample:\n  booking import acme/production bookings.ndjson --dry-run")
    .action(async (name: AccountName, path: string, flags: Flags) => {
      const answer = await run(context, name, path, flags);
      if ("errors" in answer) throw badFile(answer);
      const { warnings = [], ...result } = answer;
      if ("skipped" in answer) {
        context.say(skippedText(answer.skipped, flags.skipBad ?? ""));
      }
      for (const warning of warnings) context.say(warningText(warning));
      if (result.left_out !== undefined) throw new CommandFailed(leftOutText(result), result);
      context.print(result, formatResult(result, flags.dryRun ?? false));
    });
}

async function run(
  context: CommandContext,
  name: AccountName,
  path: string,
  { skipBad, format, ...flags }: Flags,
): Promise<ImportAnswer | SkippingResult> {
  if (skipBad !== undefined) {
    const importing = format === "csv" ? importCsvSkipping : importSkipping;
    return context.withStore(async (store) => {
      const account = orFail(await identifyAccount(store, name));
      const paths = { from: path, skipped: skipBad };
      return importing(context, store.account(account.id), paths, flags);
    });
  }
  if (format === "csv") {
    const text = await readText(context, path);
    return context.withStore(async (store) => {
      const account = orFail(await identifyAccount(store, name));
      return importBookingCsv(store.account(account.id), text, {
        ...flags,
        audit: context.audit(),
      });
    });
  }
  const source = await openSource(context, path);
  const bar = importProgressBar(context.drawsProgress, source.bytes);
  try {
    return await context.withStore(async (store) => {
      const account = orFail(await identifyAccount(store, name));
      return importDataFile(store.account(account.id), source.pieces, {
        ...flags,
        audit: context.audit(),
        onProgress: bar.show,
      });
    });
  } finally {
    bar.stop();
    await source.close();
  }
}
