import { createReadStream } from "node:fs";
import { open, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { NoAnswer } from "../../operations/machinery/no-answer.ts";
import type { Operation, Upload, Values } from "../../operations/machinery/operation.ts";
import { TemporaryFolder } from "../../store/sqlite/temporary-folder.ts";
import type { ImportProgress } from "../../usecases/operator/import-data-file.ts";
import { CommandFailed, type CommandContext } from "../command-context.ts";
import { fileFault, openSource, readable } from "../input-file.ts";
import { ProgressBar } from "../progress-bar.ts";

/** Lines hold personal data: only the owner reads them. */
const privateMode = 0o600;

/** The files of a command. */
interface UploadPaths {
  readonly from: string;
  /** Where the lines go that are left out, or null. */
  readonly to: string | null;
  /** A text that is sent before the file. */
  readonly begin: string;
}

/** Opens the file that a command sends. */
export async function openUpload(
  context: CommandContext,
  { body }: Pick<Operation, "body">,
  { dry_run, idempotency_key }: Values,
  { from, to, begin }: UploadPaths,
): Promise<Upload & AsyncDisposable> {
  if (to !== null) await mustBeWritable(from, to);
  // A spreadsheet is read for its mapping and its dates before its rows.
  const isReadAgain =
    body?.type === "text/csv" ||
    to !== null ||
    context.server() !== null ||
    idempotency_key !== undefined;
  const file = withPrefix(begin, await openFile(context, from, isReadAgain));
  const bar = progressBar(context.drawsProgress, file.bytes);
  return {
    open: file.open,
    onProgress: bar.show,
    keepLeftOut: async (read) => {
      bar.stop();
      if (to === null) return;
      const write = async () =>
        writeFile(to, read === null ? "" : ((await read()) as Readable), { mode: privateMode });
      // A disk that is full only now does not undo the import; the same import again writes the file.
      await write().catch((error: Error) => {
        const done = dry_run === true ? "" : "The good lines are imported. ";
        // The imported file is read again for its left-out lines.
        if (error instanceof CommandFailed || error instanceof NoAnswer) {
          throw new CommandFailed(`${done}${error.message} Run the same command again.`);
        }
        throw new CommandFailed(
          `${done}${to} cannot be written: ${fileFault(error)}. Make room, then run the same command again.`,
        );
      });
    },
    [Symbol.asyncDispose]: async () => {
      bar.stop();
      await file.close();
    },
  };
}

interface OpenedFile {
  readonly bytes: number | null;
  readonly open: () => Readable;
  readonly close: () => Promise<void>;
}

/** The file with a text before it. */
function withPrefix(begin: string, file: OpenedFile): OpenedFile {
  if (begin === "") return file;
  const text = Buffer.from(begin);
  const both = () =>
    Readable.from(
      (async function* () {
        yield text;
        yield* file.open();
      })(),
    );
  return { ...file, bytes: file.bytes === null ? null : file.bytes + text.length, open: both };
}

/** Checked before the import, which cannot be taken back. */
async function mustBeWritable(from: string, to: string): Promise<void> {
  const file = await open(to, "a", privateMode).catch((error: Error) => {
    throw new CommandFailed(`${to} cannot be written: ${fileFault(error)}.`);
  });
  await file.close();
  // A file that is not there is refused where it is read.
  if (from !== "-" && (await realpath(from).catch(() => null)) === (await realpath(to))) {
    throw new CommandFailed("--skip-bad names the file that is imported: give another one.");
  }
}

/**
 * Opens the file to send. Standard input and a pipe can be read only once: where the request may have to be sent again
 * (`isReadAgain`), they are copied into a temporary file first.
 */
async function openFile(
  context: CommandContext,
  path: string,
  isReadAgain: boolean,
): Promise<OpenedFile> {
  const source = await openSource(context, path);
  const { bytes, close } = source;
  if (!isReadAgain) return { bytes, open: () => Readable.from(source.pieces), close };
  const reopen = (file: string) => () => Readable.from(readable(createReadStream(file), path));
  await using _ = { [Symbol.asyncDispose]: close };
  if (bytes !== null) return { bytes, open: reopen(path), close: async () => {} };
  const name = path === "-" ? "Standard input" : path;
  const notCopied = (error: Error) =>
    new CommandFailed(
      `${name} cannot be kept in ${tmpdir()}: ${fileFault(error)}. Set TMPDIR to another folder.`,
    );
  let folder: TemporaryFolder;
  try {
    folder = TemporaryFolder.make();
  } catch (error) {
    throw notCopied(error as Error);
  }
  const remove = async () => folder[Symbol.dispose]();
  const copy = join(folder.path, "data");
  await writeFile(copy, source.pieces, { mode: privateMode }).catch((error: Error) => {
    folder[Symbol.dispose]();
    throw error instanceof CommandFailed ? error : notCopied(error);
  });
  return { bytes: null, open: reopen(copy), close: remove };
}

const mebibyte = 1_048_576;

/** Draws the progress of an import on standard error, where that is a terminal. */
function progressBar(
  draws: boolean,
  fileBytes: number | null,
): { readonly show: (progress: ImportProgress) => void; readonly stop: () => void } {
  if (!draws) return { show: () => {}, stop: () => {} };
  let step: ImportProgress["step"] | null = null;
  let isCounted = false;
  let bar: ProgressBar | null = null;
  return {
    show: (progress) => {
      if (progress.step !== step) {
        bar?.stop();
        step = progress.step;
        isCounted = step === "reading" && fileBytes === null;
        const total = progress.step === "writing" ? progress.total : (fileBytes ?? 0);
        bar = new ProgressBar(formatOf(step, fileBytes), total);
      }
      bar?.update(isCounted ? Math.round(progress.done / mebibyte) : progress.done);
    },
    stop: () => bar?.stop(),
  };
}

/** The size of standard input is unknown. */
function formatOf(step: ImportProgress["step"], fileBytes: number | null): string {
  if (step === "writing") return "Writing {bar} {percentage}%";
  return fileBytes === null ? "Reading {value} MiB" : "Reading {bar} {percentage}%";
}
