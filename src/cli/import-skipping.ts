import { createReadStream } from "node:fs";
import { mkdtemp, open, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccountStore } from "../store/account-store.ts";
import { badFileText } from "../operations/import-counts.ts";
import type { BadFile, ImportResult } from "../store/import/import-order.ts";
import {
  importBookingCsv,
  importDataFile,
  type ImportOptions,
} from "../usecases/operator/import-data-file.ts";
import {
  importGoodLines,
  skippedLinesText,
  skippedRowsText,
} from "../usecases/operator/import-good-lines.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { fileFault } from "./file-fault.ts";
import { openSource, readable } from "./input-file.ts";
import { readText } from "./input-file.ts";

export type SkippingResult = ImportResult & { readonly skipped: number };

/** The failure of a command that lists the bad lines. */
export function badFile({ errors, errorCount }: BadFile): CommandFailed {
  const report = { errors, error_count: errorCount };
  return new CommandFailed(badFileText(report), report);
}

interface Paths {
  readonly from: string;
  readonly skipped: string;
}

/** Imports the good lines of a file, and writes the others with their reasons to another file. */
export async function importSkipping(
  context: CommandContext,
  account: Pick<AccountStore, "importDataFile">,
  paths: Paths,
  flags: Omit<ImportOptions, "audit">,
): Promise<SkippingResult> {
  await mustBeWritable(paths);
  await using file = await keptFile(context, paths.from);
  // A pipe may have been open for minutes, so the time is taken after it was read.
  const auditNow = () => context.audit();
  const read = () => readable(createReadStream(file.path), paths.from);
  const { answer, skipped } = await importGoodLines(auditNow, (round) =>
    importDataFile(account, read(), { ...flags, ...round }),
  );
  if ("errors" in answer) throw badFile(answer);
  await writeSkipped(paths, skippedLinesText(read, skipped), flags);
  return { ...answer, skipped: skipped.size };
}

/** The same with the rows of a spreadsheet. */
export async function importCsvSkipping(
  context: CommandContext,
  account: Pick<AccountStore, "importDataFile">,
  paths: Paths,
  flags: Omit<ImportOptions, "audit">,
): Promise<SkippingResult> {
  await mustBeWritable(paths);
  const text = await readText(context, paths.from);
  const auditNow = () => context.audit();
  const { answer, skipped } = await importGoodLines(auditNow, (round) =>
    importBookingCsv(account, text, { ...flags, ...round }),
  );
  if ("errors" in answer) throw badFile(answer);
  await writeSkipped(paths, skippedRowsText(text, skipped), flags);
  return { ...answer, skipped: skipped.size };
}

/** Lines hold personal data: only the owner reads them. */
const privateMode = 0o600;

/** Found out before the import, which cannot be taken back. */
async function mustBeWritable({ from, skipped }: { from: string; skipped: string }): Promise<void> {
  const file = await open(skipped, "a", privateMode).catch((error: Error) => {
    throw new CommandFailed(`${skipped} cannot be written: ${fileFault(error)}.`);
  });
  await file.close();
  if (from !== "-" && (await realpath(from).catch(() => null)) === (await realpath(skipped))) {
    throw new CommandFailed("--skip-bad names the file that is imported: give another one.");
  }
}

/** A disk that is full only now does not undo the import; the same import again writes the file. */
async function writeSkipped(
  { skipped }: Paths,
  text: string | AsyncIterable<string>,
  { dryRun = false }: Pick<ImportOptions, "dryRun">,
): Promise<void> {
  await writeFile(skipped, text, { mode: privateMode }).catch((error: Error) => {
    const done = dryRun ? "" : "The good lines are imported. ";
    // The imported file is read again for its left-out lines.
    if (error instanceof CommandFailed) {
      throw new CommandFailed(`${done}${error.message} Run the same command again.`);
    }
    throw new CommandFailed(
      `${done}${skipped} cannot be written: ${fileFault(error)}. Make room, then run the same command again.`,
    );
  });
}

/** A file that can be read several times: standard input or a pipe is kept in a temporary one. */
async function keptFile(
  context: CommandContext,
  path: string,
): Promise<{ readonly path: string } & AsyncDisposable> {
  const source = await openSource(context, path);
  await using _ = { [Symbol.asyncDispose]: () => source.close() };
  if (source.bytes !== null) return { path, [Symbol.asyncDispose]: async () => {} };
  const name = path === "-" ? "Standard input" : path;
  const folder = await mkdtemp(join(tmpdir(), "booking-import-")).catch((error: Error) => {
    throw notKept(name, error);
  });
  const remove = () => rm(folder, { recursive: true, force: true });
  const kept = join(folder, "data");
  await writeFile(kept, source.pieces, { mode: privateMode }).catch(async (error: Error) => {
    await remove();
    if (error instanceof CommandFailed) throw error;
    throw notKept(name, error);
  });
  return { path: kept, [Symbol.asyncDispose]: remove };
}

function notKept(name: string, error: Error): CommandFailed {
  return new CommandFailed(
    `${name} cannot be kept in ${tmpdir()}: ${fileFault(error)}. Set TMPDIR to another folder.`,
  );
}
