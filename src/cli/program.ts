import { WrongUsage } from "../operations/machinery/arguments.ts";
import { Command, CommanderError } from "commander";
import { programRelease, programVersion, unconvertedMessage } from "../domain/program-version.ts";
import { readSettings, webhookSettings } from "../service/settings.ts";
import { addEnvFile, Variables, WrongSetting } from "../service/variables.ts";
import { DatabaseUnavailable, DatabaseUnusable } from "../store/engine.ts";
import { type SchemaState, openStore } from "../store/store.ts";
import { helpGroups } from "./help-groups.ts";
import { backupCommand } from "./backup.ts";
import { CommandFailed, OutputStopped, type CommandContext } from "./command-context.ts";
import { unreachableRemedy } from "./check-database.ts";
import { completionCommand } from "./completion.ts";
import { configCommand, addSettingFlags, settingsTyped } from "./config.ts";
import { copyCommand } from "./copy.ts";
import { operations } from "../operations/all.ts";
import { NoAnswer } from "../operations/machinery/no-answer.ts";
import { askHere } from "./running/ask-here.ts";
import { askServer, readServerAddress } from "./running/ask-server.ts";
import { addOperations, runsOnServer } from "./running/operation-commands.ts";
import { missingFile } from "./database-file.ts";
import { describeArgument, describeOption } from "./describe-option.ts";
import { doctorCommand } from "./doctor.ts";
import { refuseTwice, twiceText } from "./given-twice.ts";
import { migrateCommand } from "./migrate.ts";
import { readyCommand } from "./ready.ts";
import { restoreCommand } from "./restore.ts";
import { retentionCommand } from "./retention.ts";
import { serveCommand } from "./serve.ts";
import { userName } from "./user-name.ts";
import { visibleText } from "../operations/machinery/visible-text.ts";

/** The process in which the command runs. */
type CommandProcess = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env"> &
  Partial<Pick<NodeJS.Process, "exit">>;

/** Makes one command of the program. */
export type MakeCommand = (context: CommandContext) => Command;

/**
 * Runs one command line and returns its exit status: 0 done, 1 refused or failed, 2 wrong usage. `more` are the
 * commands that other rooms add.
 */
export async function runProgram(
  words: readonly string[],
  process: CommandProcess,
  more: readonly MakeCommand[] = [],
): Promise<number> {
  const json = words.includes("--json");
  const server = takeFlag(
    words.filter((word) => word !== "--json" && word !== "--utc"),
    "--server",
  );
  const envFile = takeFlag(server.others, "--env-file");
  const added = new Set<string>();
  const utc = words.includes("--utc");
  const context = contextOf(process, { json, utc }, server.value, added);
  try {
    if (server.isTwice) throw new WrongUsage(twiceText("--server"));
    if (envFile.isTwice) throw new WrongUsage(twiceText("--env-file"));
    if (envFile.value !== null) {
      for (const name of addEnvFile(process.env, envFile.value)) added.add(name);
    }
    await createProgram(context, more).parseAsync(envFile.others, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      const message = error.code === "commander.help" ? "A command is missing." : error.message;
      if (json) writeJson(process, { error: { message } });
      return 2;
    }
    const { status, message, report } = explain(error);
    if (json && report !== null) writeJson(process, report);
    context.say(message);
    if (error instanceof OutputStopped) process.exit?.(status);
    return status;
  }
}

/** Takes a flag with a value out of the words, where it may stand anywhere. */
function takeFlag(words: readonly string[], flag: "--server" | "--env-file") {
  const isFlag = (word: string | undefined) => word === flag;
  const others = words.filter(
    (word, index) => !isFlag(word) && !isFlag(words[index - 1]) && !word.startsWith(`${flag}=`),
  );
  const given = words.flatMap((word, index) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    return isFlag(word) ? [words[index + 1] ?? ""] : [];
  });
  return { value: given.at(-1) ?? null, isTwice: given.length > 1, others };
}

function writeJson({ stdout }: CommandProcess, value: unknown): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** The whole command line, not yet run. */
export function createProgram(context: CommandContext, more: readonly MakeCommand[] = []): Command {
  const program = new Command("booking")
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
    })
    .addCommand(serveCommand(context))
    .addCommand(migrateCommand(context))
    .addCommand(configCommand(context))
    .addCommand(doctorCommand(context))
    .addCommand(readyCommand(context))
    .addCommand(retentionCommand(context))
    .addCommand(backupCommand(context))
    .addCommand(restoreCommand(context))
    .addCommand(copyCommand(context));
  addOperations(context, program, operations);
  for (const [heading, names] of Object.entries(helpGroups)) {
    for (const command of program.commands) {
      if (names.includes(command.name())) command.helpGroup(heading);
    }
  }
  for (const make of more) program.addCommand(make(context).helpGroup("To try it:"));
  addSettingFlags(
    program.commands.filter((each) => each.commands.length === 0 && !runsOnServer(each)),
  );
  program
    .commandsGroup("The command line itself:")
    .addCommand(completionCommand(context))
    .helpCommand("help [command]", "display help for command");
  keepWithin(context, program, "booking");
  return program;
}

/** Keeps commander from ending the process and from writing past the context's streams. Its `--help` is ours. */
function keepWithin(context: CommandContext, command: Command, words: string): void {
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

function contextOf(
  process: CommandProcess,
  { json, utc }: Pick<CommandContext, "json" | "utc">,
  serverFlag: string | null,
  envFile: ReadonlySet<string>,
): CommandContext {
  const flags = new Map<string, string>();
  const context: CommandContext = {
    json,
    utc,
    width: process.stdout.isTTY ? process.stdout.columns : Number.POSITIVE_INFINITY,
    standardInput: process.stdin,
    standardOutput: process.stdout,
    drawsProgress: process.stderr.isTTY,
    variables: (environment = process.env) => new Variables(environment, { flags, envFile }),
    setFlags: (values) => {
      for (const [variable, value] of values) flags.set(variable, value);
    },
    readSettings: (change = (environment) => environment) =>
      readSettings(context.variables(change(process.env))),
    print: (data, text) => {
      if (json) process.stdout.write(`${visibleText(JSON.stringify(data))}\n`);
      else if (text !== "") process.stdout.write(`${visibleText(text)}\n`);
    },
    say: (text) => {
      process.stderr.write(`${visibleText(text)}\n`);
    },
    withStore: async (work) => {
      const settings = context.readSettings();
      refuseMissing(settings.databaseUrl);
      const store = openStore(settings.databaseUrl, settings);
      try {
        const state = await store.schemaState();
        refuseSchema(state);
        if (state === "ahead") process.stderr.write(`${aheadWarning}\n`);
        return await work(store);
      } finally {
        await store.close();
      }
    },
    server: () => readServerAddress(serverFlag, context.variables()),
    withOperations: (work) => {
      const server = context.server();
      if (server !== null) return work(askServer(server, context.say));
      return context.withStore((store) => {
        const settings = context.readSettings();
        const { changesRetentionDays } = settings;
        const webhooks = webhookSettings(settings);
        const parts = { store, changesRetentionDays, webhooks };
        return work(askHere(parts, () => context.audit(), context.say));
      });
    },
    audit: () => ({ actor: `command line: ${userName()}`, now: Date.now() }),
  };
  return context;
}

/** Commands that need the database itself do not run on another one than was meant. */
function refuseServer(context: CommandContext, command: Command): void {
  if (runsOnServer(command) || ["completion", "config"].includes(command.name())) return;
  if (context.server() === null) return;
  throw new WrongUsage(
    `\`booking ${command.name()}\` needs the database itself: run it where that is, with DATABASE_URL and ` +
      "without --server and BOOKING_SERVER.",
  );
}

const aheadWarning =
  "The database's schema is of a later release, with which this one may work. What that release " +
  "added is neither shown nor changed.";

/** Only `serve`, `migrate`, `demo` and `sandbox` make a database. */
function refuseMissing(databaseUrl: string): void {
  const path = missingFile(databaseUrl);
  if (path === null) return;
  throw new CommandFailed(
    `There is no database at ${path}: set DATABASE_URL to yours, or make one with \`booking migrate\`.`,
  );
}

function refuseSchema(state: SchemaState): void {
  if (state === "unconverted") throw new CommandFailed(unconvertedMessage);
  if (state === "older") {
    throw new CommandFailed(
      "The database's schema is older than this program: run `booking migrate` first.",
    );
  }
  if (state === "newer") {
    throw new CommandFailed(
      "The database's schema is newer than this program: run the newer version.",
    );
  }
}

function explain(error: unknown): { status: number; message: string; report: unknown } {
  if (error instanceof WrongUsage) {
    const { message } = error;
    return { status: 2, message, report: { error: { message } } };
  }
  if (error instanceof CommandFailed) {
    return { status: 1, message: error.message, report: error.report };
  }
  const expected =
    error instanceof WrongSetting ||
    error instanceof NoAnswer ||
    error instanceof DatabaseUnusable ||
    error instanceof DatabaseUnavailable;
  const said = error instanceof Error ? error.message : String(error);
  const message = isUnreached(error) ? `${said} ${unreachableRemedy}` : said;
  return {
    status: 1,
    message: expected || !(error instanceof Error) ? message : (error.stack ?? message),
    report: { error: { message } },
  };
}

/** Whether no connection to the database's server was made. */
function isUnreached(error: unknown): boolean {
  if (!(error instanceof DatabaseUnavailable)) return false;
  const { syscall = "" } = (error.cause ?? {}) as NodeJS.ErrnoException;
  return ["connect", "getaddrinfo"].includes(syscall);
}
