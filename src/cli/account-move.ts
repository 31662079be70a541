import { Command } from "commander";
import { formatAccountName, type AccountName } from "../domain/account.ts";
import { isRefused } from "../domain/refusal.ts";
import type { AccountMove, MoveStep } from "../store/move/move-account.ts";
import type { AccountMoveRefusal } from "../store/move/move-state.ts";
import { moveStoredAccount } from "../store/store.ts";
import { addAccountArgument } from "./arguments.ts";
import { CommandFailed, WrongUsage, type CommandContext } from "./command-context.ts";
import { withCopyProgress } from "./copy-progress-bar.ts";
import { readDatabasePair, type DatabasePair } from "./database-pair.ts";
import { missingFile } from "./database-file.ts";
import { formatFacts } from "./table.ts";

interface Flags extends DatabasePair {
  readonly back: boolean;
  readonly finish: boolean;
}

export function moveAccountCommand(context: CommandContext): Command {
  return addAccountArgument(new Command("move"))
    .description("Move an account to another installation while it is served.")
    .requiredOption("--from <url>", "the database that has the account, as DATABASE_URL names it")
    .requiredOption("--to <url>", "the other installation's database, with its schema")
    .option("--back", "undo a move that has not arrived", false)
    .option("--finish", "remove the account at the source, once nothing leads there", false)
    .addHelpText(
      "after",
      "\nEverything of the account is copied and followed while both installations are served: bookings,\n" +
        "histories, credentials, live tokens, idempotency records, the audit log, the feed of changes.\n" +
        "Operators stay where they are. Writes of the account get 503 for at most two seconds, lists go on.\n" +
        "Then the old installation answers 503 with Retry-After: lead the account's hosts to the new one,\n" +
        "and run the command with --finish. A command that was killed is run again, or with --back.\n" +
        "A password in a URL is seen by who lists processes: name one without it and set PGPASSWORD.\n" +
        "\nExample:\n  booking account move acme/production --from postgres://booking@cell-1.example/booking \\\n" +
        "    --to postgres://booking@cell-2.example/booking",
    )
    .action(async (account: AccountName, flags: Flags) => {
      if (flags.back && flags.finish)
        throw new WrongUsage("--back and --finish exclude each other.");
      const { from, to } = readDatabasePair(flags);
      const missing = missingFile(to);
      if (missing !== null) {
        throw new CommandFailed(`There is no database at ${missing}: see --to.`);
      }
      const step = flags.back ? "back" : flags.finish ? "finish" : "move";
      const settings = context.readSettings();
      const answer = await withCopyProgress(context, ({ onProgress }) =>
        moveStoredAccount({ from, to }, settings, {
          account,
          step,
          audit: context.audit(),
          onProgress,
        }),
      );
      if (isRefused<AccountMoveRefusal>(answer)) {
        throw new CommandFailed(explain(answer.refused, formatAccountName(account)));
      }
      printMove(context, account, answer);
    });
}

function printMove(context: CommandContext, account: AccountName, move: AccountMove): void {
  const name = formatAccountName(account);
  const data = {
    account: name,
    step: move.step,
    copied_rows: move.copiedRows,
    paused_ms: move.pausedMs,
  };
  context.print(
    data,
    formatFacts([
      ["account", name],
      ["step", move.step],
      ["copied rows", String(move.copiedRows)],
      ["writes paused", move.pausedMs === null ? "not by this run" : `${move.pausedMs} ms`],
    ]),
  );
  context.say(nextSteps[move.step]);
}

const nextSteps: Readonly<Record<MoveStep, string>> = {
  move:
    "The account is served by the installation at --to. The one at --from answers its requests with " +
    "503: lead the account's API hosts to the other one, then run this command with --finish.",
  back: "The move is undone: the account is served by the installation at --from.",
  finish: "The account is removed at --from, where its API hosts are unknown now.",
};

function explain(refusal: AccountMoveRefusal, account: string): string {
  switch (refusal.why) {
    case "schema":
      return `The schema of the database at ${refusal.of} is not this program's: run \`booking migrate\` there, with the same version.`;
    case "unknown-account":
      return `There is no account ${account} in the database at --from.`;
    case "earlier-move":
      return `${account} came to the database at --from by a move that has not ended: run that one again with --finish.`;
    case "target-holds-account":
      return `The database at --to has an account ${account} already.`;
    case "host-taken":
      return `The API host ${refusal.host} belongs to another account in the database at --to: remove it there first.`;
    case "other-target":
      return `The move of ${account} has another target: name the database at --to with which it was begun.`;
    case "taken-over":
      return "Another run of this command goes on with the move.";
    case "no-move":
      return `No move of ${account} was begun in the database at --from.`;
    case "not-moved":
      return `${account} has not arrived at --to: run the command without --finish first.`;
    case "already-moved":
      return `${account} is served by the installation at --to already: run the command with --finish, then move it the other way.`;
    case "removed":
      return `${account} is removed at --from, but for its triggers: run the command with --finish.`;
    case "too-busy":
      return `Long transactions of ${account} left no moment for the switch: run the command again later. The account is served as before.`;
  }
}
