import { setTimeout as sleep } from "node:timers/promises";
import type { Command, Values } from "../../operations/machinery/operation.ts";
import { NoAnswer } from "../../operations/machinery/no-answer.ts";
import { visibleText } from "../../operations/machinery/visible-text.ts";
import { DatabaseUnavailable } from "../../store/engine.ts";
import { ReaderStopped, ReaderWatch } from "../../usecases/operator/reader-watch.ts";
import { CommandFailed, OutputStopped, type CommandContext } from "../command-context.ts";
import { fileFault } from "../input-file.ts";
import { withTypedTimes } from "./one-clock.ts";
import { ProgressBar } from "../progress-bar.ts";

/** A stream whose database or service is away is tried again after this long. */
const tryAgainMs = 1_000;

/** Prints a command's stream. Where it may go on, it is begun again when its database or service is back. */
export async function printStream<A>(
  context: CommandContext,
  definition: Command<A>,
  typed: Values,
): Promise<void> {
  // The write reports the error as well; without a listener it would end the process.
  context.standardOutput.on("error", () => {});
  let values: Record<string, unknown> | null = null;
  for (;;) {
    try {
      await context.withOperations(async (ask) => {
        const timed = await withTypedTimes(context, ask, definition, typed);
        values ??= { ...((await definition.send?.(timed, ask)) ?? timed) };
        const lines = definition.stream?.({ ask, say: context.say }, values) ?? [];
        await write(context, lines, definition.progress);
      });
      return;
    } catch (error) {
      const isAway = error instanceof DatabaseUnavailable || error instanceof NoAnswer;
      if (!isAway || definition.goesOn?.(typed) !== true) throw error;
      // Its server is restarted, for example. The database is opened anew: it may be another file.
      context.say(`${error.message} Trying again.`);
      await sleep(tryAgainMs);
    }
  }
}

/** Writes pieces of text as fast as their reader takes them. Ends where the reader has closed standard output. */
async function write(
  { standardOutput, drawsProgress }: CommandContext,
  pieces: AsyncIterable<string> | Iterable<string>,
  progress: string | undefined,
): Promise<void> {
  const draws = progress !== undefined && drawsProgress && standardOutput.isTTY !== true;
  const bar = draws ? new ProgressBar(progress, 0) : null;
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  using watch = new ReaderWatch(stopped.reject);
  try {
    for await (const piece of pieces) {
      if (piece === "") continue;
      watch.waits();
      const text = standardOutput.isTTY === true ? visibleText(piece) : piece;
      await Promise.race([written(standardOutput, text), stopped.promise]);
      watch.goesOn();
      bar?.increment(piece.split("\n").length - 1);
    }
  } catch (error) {
    if (error instanceof ReaderStopped) throw new OutputStopped(error.message);
    if (!(error instanceof NotWritten)) throw error;
    // Such as `head`.
    if (error.code === "EPIPE") return;
    throw new CommandFailed(`The output cannot be written: ${fileFault(error)}.`);
  } finally {
    bar?.stop();
  }
}

/** Standard output took no more; `code` is `EPIPE` where its reader has closed it. */
class NotWritten extends Error {
  readonly code: string | undefined;
  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/** Waits until the text is written, so that a slow reader does not make memory grow. */
function written(output: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => {
      if (error) reject(new NotWritten(error));
      else resolve();
    });
  });
}
