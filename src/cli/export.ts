import { Command } from "commander";
import type { AccountName } from "../domain/account.ts";
import { counted } from "../domain/wording.ts";
import type { AccountStore } from "../store/account-store.ts";
import type { Store } from "../store/store.ts";
import { changesSince } from "../usecases/operator/await-changes.ts";
import { exportDataFile } from "../usecases/operator/export-data-file.ts";
import { ReaderStopped, ReaderWatch } from "../usecases/operator/reader-watch.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { addAccountArgument } from "./account-argument.ts";
import { CommandFailed, OutputStopped, type CommandContext } from "./command-context.ts";
import { fileFault } from "./file-fault.ts";
import { orFail } from "./or-fail.ts";
import { startProgressBar } from "./progress-bar.ts";
import { NotWritten, writeText } from "./write-text.ts";

export function exportCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("export"))
    .description("Write an account's data as a data file, which `booking import` reads.")
    .addHelpText("after", "\nExample:\n  booking export acme/production > acme.ndjson")
    .action(async (name: AccountName) => {
      await context.withStore(async (store) => {
        const account = orFail(await identifyAccount(store, name));
        const door = store.account(account.id);
        const cursor = await cursorOfNow(context, store, door);
        let overbooked = 0;
        const lines = exportDataFile(door, {
          onOverbooked: () => (overbooked += 1),
        });
        const written = await writeLines(context, lines);
        // A reader such as `head` has closed standard output.
        if (written === null) return;
        context.say(`Exported ${counted(written, "line")}.`);
        if (overbooked > 0) context.say(overbookedMessage(overbooked));
        if (cursor !== null) context.say(JSON.stringify({ cursor }));
      });
    });
}

/**
 * Taken before the lines are read: what they lack comes after it in `booking changes`. Null where the
 * database takes no writes, as on a standby: its export needs no cursor.
 */
async function cursorOfNow(
  context: CommandContext,
  store: Store,
  account: AccountStore,
): Promise<string | null> {
  if ((await store.ping()) === "read-only") return null;
  const since = changesSince(context.readSettings().changesRetentionDays, Date.now());
  return orFail(await account.readChanges({ start: "lately", limit: 0, since })).cursor;
}

/** The lines are collected up to this length before they are written. */
const writeCharacters = 65_536;

/** Returns the number of lines; null when the reader has closed standard output. */
async function writeLines(
  { standardOutput, drawsProgress }: CommandContext,
  lines: AsyncIterable<object>,
): Promise<number | null> {
  // `write` reports the error as well; without a listener it would end the process.
  standardOutput.on("error", () => {});
  const counter = lineCounter(drawsProgress && standardOutput.isTTY !== true);
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  using watch = new ReaderWatch(stopped.reject);
  const write = async (piece: string) => {
    watch.waits();
    await Promise.race([writeText(standardOutput, piece), stopped.promise]);
    watch.goesOn();
  };
  let written = 0;
  let text = "";
  try {
    for await (const line of lines) {
      text += `${JSON.stringify(line)}\n`;
      written += 1;
      if (text.length < writeCharacters) continue;
      await write(text);
      counter.show(written);
      text = "";
    }
    await write(text);
  } catch (error) {
    if (error instanceof ReaderStopped) throw new OutputStopped(error.message);
    if (!(error instanceof NotWritten)) throw error;
    if (error.code === "EPIPE") return null;
    throw new CommandFailed(`The data file cannot be written: ${fileFault(error)}.`);
  } finally {
    counter.stop();
  }
  return written;
}

function lineCounter(draws: boolean): {
  readonly show: (lines: number) => void;
  readonly stop: () => void;
} {
  if (!draws) return { show: () => {}, stop: () => {} };
  const bar = startProgressBar("Exporting {value} lines", 0);
  return { show: (lines) => bar.update(lines), stop: () => bar.stop() };
}

function overbookedMessage(slots: number): string {
  const which = counted(slots, "slot holds", "slots hold");
  return `${which} more tickets than seats: importing the file needs --allow-overbooked.`;
}
