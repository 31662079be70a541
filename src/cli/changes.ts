import { setTimeout as sleep } from "node:timers/promises";
import { Command, Option } from "commander";
import type { AccountName } from "../domain/account.ts";
import { parseChangeCursor, type ChangesStart } from "../domain/change-feed.ts";
import { changeToJson } from "../operator/api/changes/change-to-json.ts";
import type { AccountStore } from "../store/account-store.ts";
import type { Changes } from "../store/changes/read-changes.ts";
import { DatabaseUnavailable } from "../store/engine.ts";
import { awaitChanges, changesSince } from "../usecases/operator/await-changes.ts";
import { identifyAccount } from "../usecases/operator/identify-account.ts";
import { addAccountArgument } from "./account-argument.ts";
import { reader, wholeFrom } from "../operations/arguments.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { fileFault } from "./file-fault.ts";
import { orFail } from "./or-fail.ts";
import { NotWritten, writeText } from "./write-text.ts";

interface Options {
  readonly after?: ChangesStart;
  readonly fromStart?: true;
  readonly limit?: number;
  readonly follow?: true;
}

export function changesCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("changes"))
    .description("Print what happened to an account's bookings, one JSON object a line.")
    .option("--after <cursor>", "what comes after this cursor", readCursor)
    .addOption(
      new Option("--from-start", "begin with the oldest change that is kept").conflicts("after"),
    )
    .option("--limit <n>", "print this many at most", wholeFrom(1))
    .option("--follow", "go on as changes are made")
    .addHelpText("after", help)
    .action((name: AccountName, options: Options) => printChanges(context, name, options));
}

const help = `
Without a cursor it begins at now. Each line has its own cursor; without --follow the last line on
standard error is the cursor to go on from. A booking is printed as it stands now.

Example:
  booking changes acme/production --after "$CURSOR" --follow | your-program`;

const readCursor = reader(parseChangeCursor, "cursor: write it as a line of changes has it");

/** Changes that are read at a time. */
const portion = 500;
/** A follower asks anew after this long; asking costs six small reads. */
const waitMs = 30_000;
/** A follower whose database is away tries again after this long. */
const tryAgainMs = 1_000;

async function printChanges(
  context: CommandContext,
  name: AccountName,
  { after, fromStart, limit = Number.POSITIVE_INFINITY, ...options }: Options,
): Promise<void> {
  // The write reports the error as well; without a listener it would end the process.
  context.standardOutput.on("error", () => {});
  const follow = options.follow === true;
  const progress: Progress = { start: after ?? (fromStart ? "start" : "now"), left: limit };
  for (;;) {
    try {
      await context.withStore(async (store) => {
        const { id } = orFail(await identifyAccount(store, name));
        await printFrom(context, store.account(id), progress, follow);
      });
      return;
    } catch (error) {
      if (!follow || !(error instanceof DatabaseUnavailable)) throw error;
      // Its server is restarted, for example. The database is opened anew: it may be another file.
      context.say(`${error.message} Trying again.`);
      await sleep(tryAgainMs);
    }
  }
}

/** A printed change is not printed again, whatever happens to the database meanwhile. */
interface Progress {
  start: ChangesStart;
  left: number;
}

async function printFrom(
  context: CommandContext,
  account: Pick<AccountStore, "readChanges" | "listenForChanges">,
  progress: Progress,
  follow: boolean,
): Promise<void> {
  const days = context.readSettings().changesRetentionDays;
  const waiting = {
    waitMs: follow ? waitMs : 0,
    isOver: () => false,
    now: () => performance.now(),
  };
  for (;;) {
    const since = changesSince(days, Date.now());
    // "now" is the moment of the first answer, however often it is asked.
    const limit = progress.start === "now" ? 0 : Math.min(portion, progress.left);
    const question = { start: progress.start, limit, since };
    const found = orFail(
      limit === 0
        ? await account.readChanges(question)
        : await awaitChanges(account, question, waiting),
    );
    if (!(await print(context, found))) return;
    progress.left -= found.changes.length;
    progress.start = parseChangeCursor(found.cursor) ?? progress.start;
    const isWhole = !follow && found.changes.length < portion;
    if (!isWhole && progress.left > 0) continue;
    context.say(JSON.stringify({ cursor: found.cursor }));
    return;
  }
}

/** False where the reader has closed standard output. */
async function print(context: CommandContext, { changes }: Changes): Promise<boolean> {
  const text = changes.map((change) => `${JSON.stringify(changeToJson(change))}\n`).join("");
  try {
    if (text !== "") await writeText(context.standardOutput, text);
    return true;
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error;
    if (error.code === "EPIPE") return false;
    throw new CommandFailed(`The changes cannot be written: ${fileFault(error)}.`);
  }
}
