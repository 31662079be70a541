import { open } from "node:fs/promises";
import { Command } from "commander";
import { dataKinds, type BadLine } from "../domain/data-file/data-line.ts";
import type { BadFile, ImportAnswer } from "../store/import/import-data-file.ts";
import type { ImportCounts } from "../store/import/tally.ts";
import { findAccount } from "../usecases/operator/find-account.ts";
import { importDataFile } from "../usecases/operator/import-data-file.ts";
import { readAccountName } from "./arguments.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { importProgressBar } from "./import-progress-bar.ts";
import { orFail } from "./messages.ts";
import { formatTable } from "./table.ts";

interface Flags {
  readonly dryRun?: boolean;
  readonly update?: boolean;
  readonly allowOverbooked?: boolean;
}

export function importCommand(context: CommandContext): Command {
  return new Command("import")
    .description("Read a data file into an account: whole, or with any bad line not at all.")
    .argument("<account>", "tenant/environment, for example acme/production")
    .argument("<file>", "one JSON object a line; - is standard input")
    .option("--dry-run", "check everything and change nothing")
    .option("--update", "the file's state wins over that of bookings which are known already")
    .option("--allow-overbooked", "slots may be filled beyond their capacity; that is recorded")
    .addHelpText("after", "\nExample:\n  booking import acme/production bookings.ndjson --dry-run")
    .action(async (account: string, path: string, flags: Flags) => {
      const answer = await run(context, account, path, flags);
      if ("errors" in answer) throw badFile(answer);
      context.print(answer, formatCounts(answer, flags.dryRun ?? false));
    });
}

async function run(
  context: CommandContext,
  text: string,
  path: string,
  flags: Flags,
): Promise<ImportAnswer> {
  const name = readAccountName(text);
  const source = await openSource(context, path);
  const bar = importProgressBar(context.drawsProgress, source.bytes);
  try {
    return await context.withStore(async (store) => {
      const account = orFail(await findAccount(store, name));
      return importDataFile(store.account(account.id), source.pieces, {
        ...flags,
        doing: context.doing(),
        onProgress: bar.show,
      });
    });
  } finally {
    bar.stop();
    await source.close();
  }
}

/** A data file about to be read. */
interface Source {
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Its size, where that is known beforehand. */
  readonly bytes: number | null;
  close(): Promise<void>;
}

async function openSource(context: CommandContext, path: string): Promise<Source> {
  if (path === "-") {
    return {
      pieces: readable(context.standardInput, "standard input"),
      bytes: null,
      close: async () => {},
    };
  }
  const file = await open(path).catch((error: Error) => {
    throw unreadable(path, error);
  });
  const status = await file.stat();
  return {
    pieces: readable(file.createReadStream({ autoClose: false }), path),
    bytes: status.isFile() ? status.size : null,
    close: () => file.close(),
  };
}

/** What a file system says while reading is about the file, not about this program. */
async function* readable(
  stream: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch (error) {
    throw unreadable(name, error as Error);
  }
}

function unreadable(name: string, cause: Error): CommandFailed {
  return new CommandFailed(`${name} cannot be read: ${cause.message}.`);
}

function formatCounts({ read, ...counts }: ImportCounts, dryRun: boolean): string {
  const { created, updated, unchanged } = counts;
  const kinds = dataKinds.filter((kind) => created[kind] ?? updated[kind] ?? unchanged[kind]);
  const rows = kinds.map((kind) => [
    kind,
    ...[created, updated, unchanged].map((count) => String(count[kind] ?? 0)),
  ]);
  const result = dryRun ? "The file is good; nothing was changed." : `Read ${read} lines.`;
  return rows.length === 0
    ? result
    : `${formatTable(["kind", "created", "updated", "unchanged"], rows)}\n${result}`;
}

function badFile({ errors, errorCount }: BadFile): CommandFailed {
  const untold = errorCount - errors.length;
  const message = [
    ...errors.map(formatBadLine),
    ...(untold > 0 ? [`… and ${untold} more`] : []),
    `Nothing was imported: ${errorCount} bad ${errorCount === 1 ? "line" : "lines"}.`,
  ].join("\n");
  return new CommandFailed(message, { errors, error_count: errorCount });
}

function formatBadLine({ line, kind, key, field, expected }: BadLine): string {
  const what = [kind, key, field].filter((part) => part !== null).join(" ");
  // A key may hold anything, a terminal must not be told it.
  const safe = what.replaceAll(/\p{Cc}/gu, "\uFFFD");
  return `line ${line}: ${safe}${safe === "" ? "" : ": "}expected ${expected}`;
}
