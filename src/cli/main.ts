import { isMainThread } from "node:worker_threads";
import { lowerProcessPriority } from "../service/lower-priority.ts";
import { serverProcessWord } from "../service/messages.ts";
import type { MakeCommand } from "./program.ts";

/**
 * Runs the command line, or what a bundle has started as a server process or as a thread. `loadMore` loads the
 * commands that other rooms add.
 */
export async function runMain(loadMore: () => Promise<readonly MakeCommand[]>): Promise<void> {
  if (!isMainThread) {
    await import("../service/operator-worker.ts");
    return;
  }
  if (process.channel && process.argv.at(-1) === serverProcessWord) {
    await import("../service/worker.ts");
    return;
  }
  // bin/booking.js starts this process under an older Node. The process must not keep its port when
  // the launcher is gone, even when that was killed.
  if (process.channel) {
    process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
    process.channel.unref();
  }
  // Node's default action would open its debugger.
  process.on("SIGUSR1", () => {});
  // A reader such as `head` may close standard output early, which ends the command without an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  const words = process.argv.slice(2);
  // Before the program is loaded, which takes half a second of processor time.
  if (isLongWork(words)) lowerProcessPriority();
  const { runProgram } = await import("./run-program.ts");
  process.exitCode = await runProgram(words, process, loadMore);
}

/**
 * The commands that read or write a whole account or database beside a service. An import holds its locks for 1,000
 * lines at most, because cancels wait for these as long as it waits for a processor. A retention has no such
 * limit. `copy` and `restore` are none, because nobody is served meanwhile.
 */
const longCommands = new Set(["backup", "export", "import", "verify"]);

/** Whether the command line asks for work of seconds or minutes beside callers. */
export function isLongWork(words: readonly string[]): boolean {
  const command = words.find(
    (word, index) => !word.startsWith("-") && words[index - 1] !== "--env-file",
  );
  return command !== undefined && longCommands.has(command);
}
