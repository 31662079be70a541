import { Command } from "commander";
import { programRelease, programVersion } from "../domain/program-version.ts";
import { WrongUsage } from "../operations/machinery/arguments.ts";
import type { CommandContext } from "./command-context.ts";
import { settingsTyped } from "./config.ts";
import { describeArgument, describeOption } from "./describe-option.ts";
import { refuseTwice } from "./given-twice.ts";
import { runsOnServer } from "./running/runs-on-server.ts";

/** The program with the flags that stand anywhere, without a command. */
export function newProgram(context: CommandContext): Command {
  return new Command("booking")
    .description("Runs and operates the booking service.")
    .version(
      context.json ? JSON.stringify(programRelease) : programVersion,
      "--version",
      "print the version; with --json also the release of the time zones",
    )
    .option("--json", "print one JSON value on standard output; may stand anywhere")
    .option("--utc", "print times in UTC, and read them so; may stand anywhere")
    .option("--server <url>", "run over the operator API there, with the key in BOOKING_KEY")
    .option("--env-file <path>", "read variables there that the environment does not set")
    .hook("preAction", (_program, command) => {
      context.setFlags(settingsTyped(command));
      refuseServer(context, command);
    });
}

export function addHelpCommand(program: Command): Command {
  return program
    .commandsGroup("The command line itself:")
    .helpCommand("help [command]", "display help for command");
}

/**
 * Commander throws instead of ending the process, and writes to the context's streams, for a command and those below it.
 * `words` are what one types for it.
 */
export function keepWithin(context: CommandContext, command: Command, words: string): void {
  refuseTwice(command);
  command.showHelpAfterError(`(${words} --help shows what there is)`);
  command.configureHelp({
    optionDescription: describeOption,
    argumentDescription: describeArgument,
  });
  command.exitOverride().configureOutput({
    writeOut: (text) => context.standardOutput.write(text),
    writeErr: (text) => context.say(text.trimEnd()),
  });
  for (const child of command.commands) keepWithin(context, child, `${words} ${child.name()}`);
}

/** Refuses a server for a command that needs the database itself, and would run on another one than was meant. */
function refuseServer(context: CommandContext, command: Command): void {
  if (runsOnServer(command) || ["completion", "config"].includes(command.name())) return;
  if (context.server() === null) return;
  throw new WrongUsage(
    `\`booking ${command.name()}\` needs the database itself: run it where that is, with DATABASE_URL and ` +
      "without --server and BOOKING_SERVER.",
  );
}
