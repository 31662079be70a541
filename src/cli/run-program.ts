import { CommanderError, type Command } from "commander";
import { unconvertedMessage } from "../domain/program-version.ts";
import { WrongUsage } from "../operations/machinery/arguments.ts";
import { NoAnswer } from "../operations/machinery/no-answer.ts";
import { visibleText } from "../operations/machinery/visible-text.ts";
import { readSettings, webhookSettings } from "../service/settings.ts";
import { addEnvFile, Variables, WrongSetting } from "../service/variables.ts";
import { DatabaseUnavailable, DatabaseUnusable } from "../store/engine.ts";
import type { SchemaState } from "../store/store.ts";
import { shortenTypedWords } from "./shorten-typed-words.ts";
import { CommandFailed, OutputStopped, type CommandContext } from "./command-context.ts";
import { missingFile, unreachableRemedy } from "./database-file.ts";
import { twiceText } from "./given-twice.ts";
import { partOfProgram } from "./part-of-program.ts";
import type { MakeCommand } from "./program.ts";
import { readServerAddress } from "./running/server-address.ts";
import { useServiceSettings, type ServiceSettings } from "./service-settings.ts";
import { userName } from "./user-name.ts";

/** The process in which the command runs. */
type CommandHost = Pick<NodeJS.Process, "stdin" | "stdout" | "stderr" | "env"> &
  Partial<Pick<NodeJS.Process, "exit">> & {
    /** The file of the service's settings, where it is not the Debian package's. */
    readonly serviceSettings?: string | undefined;
  };

/**
 * Runs one command line and returns its exit status: 0 done, 1 refused or failed, 2 wrong usage. `loadMore` loads
 * the commands that other rooms add.
 */
export async function runProgram(
  words: readonly string[],
  host: CommandHost,
  loadMore: () => Promise<readonly MakeCommand[]> = async () => [],
): Promise<number> {
  const end = words.indexOf("--");
  const [flagged, literal] = end === -1 ? [words, []] : [words.slice(0, end), words.slice(end)];
  const [json, utc] = [flagged.includes("--json"), flagged.includes("--utc")];
  const server = takeFlag(
    flagged.filter((word) => word !== "--json" && word !== "--utc"),
    "--server",
  );
  const envFile = takeFlag(server.others, "--env-file");
  const others = [...envFile.others, ...literal];
  const added = new Set<string>();
  let service: ServiceSettings | null = null;
  const noteDatabase = (databaseUrl: string) => {
    const note = service?.note(databaseUrl) ?? null;
    // Once for each command.
    service = null;
    if (note !== null) context.say(note);
  };
  const brief = shortenTypedWords(words);
  const given = { server: server.value, added, noteDatabase, brief };
  const context = contextOf(host, { json, utc }, given);
  try {
    if (server.isTwice) throw new WrongUsage(twiceText("--server"));
    if (envFile.isTwice) throw new WrongUsage(twiceText("--env-file"));
    if (envFile.value !== null) {
      for (const name of addEnvFile(host.env, envFile.value)) added.add(name);
    }
    const saysWhere = envFile.value !== null || server.value !== null;
    service = useServiceSettings(host.env, saysWhere, host.serviceSettings);
    for (const name of service?.added ?? []) added.add(name);
    const program =
      (await partOfProgram(others, context, loadMore)) ?? (await wholeProgram(context, loadMore));
    await program.parseAsync(others, { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      const message = error.code === "commander.help" ? "A command is missing." : error.message;
      if (json) writeJson(host, { error: { message } }, brief);
      return 2;
    }
    const { status, message, report } = explain(error);
    if (json && report !== null) writeJson(host, report, brief);
    context.say(message);
    // Output that nobody takes would keep the process.
    if (error instanceof OutputStopped) host.exit?.(status);
    return status;
  }
}

async function wholeProgram(
  context: CommandContext,
  loadMore: () => Promise<readonly MakeCommand[]>,
): Promise<Command> {
  const { createProgram } = await import("./program.ts");
  return createProgram(context, await loadMore());
}

/** Takes a flag with a value out of the words, where it may stand anywhere. Another flag is no value. */
function takeFlag(words: readonly string[], flag: "--server" | "--env-file") {
  const others: string[] = [];
  const given: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1] ?? "-";
    if (word.startsWith(`${flag}=`)) given.push(word.slice(flag.length + 1));
    else if (word !== flag) others.push(word);
    else if (next.startsWith("-")) given.push("");
    else {
      given.push(next);
      index += 1;
    }
  }
  return { value: given.at(-1) ?? null, isTwice: given.length > 1, others };
}

function writeJson(
  { stdout }: CommandHost,
  report: unknown,
  brief: (text: string) => string,
): void {
  const text = JSON.stringify(report, (key, value: unknown) =>
    key === "message" && typeof value === "string" ? brief(value) : value,
  );
  stdout.write(`${text}\n`);
}

function contextOf(
  host: CommandHost,
  { json, utc }: Pick<CommandContext, "json" | "utc">,
  given: {
    readonly server: string | null;
    readonly added: ReadonlySet<string>;
    readonly noteDatabase: (databaseUrl: string) => void;
    readonly brief: (text: string) => string;
  },
): CommandContext {
  const flags = new Map<string, string>();
  const context: CommandContext = {
    json,
    utc,
    width: host.stdout.isTTY ? host.stdout.columns : Number.POSITIVE_INFINITY,
    standardInput: host.stdin,
    standardOutput: host.stdout,
    drawsProgress: host.stderr.isTTY,
    variables: (environment = host.env) =>
      new Variables(environment, { flags, envFile: given.added }),
    setFlags: (values) => {
      for (const [variable, value] of values) flags.set(variable, value);
    },
    readSettings: (change = (environment) => environment) => {
      const settings = readSettings(context.variables(change(host.env)));
      given.noteDatabase(settings.databaseUrl);
      return settings;
    },
    print: (data, text) => {
      if (json) host.stdout.write(`${visibleText(JSON.stringify(data))}\n`);
      else if (text !== "") host.stdout.write(`${visibleText(text)}\n`);
    },
    say: (text) => {
      host.stderr.write(`${visibleText(given.brief(text))}\n`);
    },
    withStore: async (work) => {
      const settings = context.readSettings();
      refuseMissing(settings.databaseUrl);
      const { openStore } = await import("../store/store.ts");
      const store = openStore(settings.databaseUrl, settings);
      try {
        const state = await store.schemaState();
        refuseSchema(state);
        if (state === "ahead") host.stderr.write(`${aheadWarning}\n`);
        return await work(store);
      } finally {
        await store.close();
      }
    },
    server: () => readServerAddress(given.server, context.variables()),
    withOperations: async (work) => {
      const server = context.server();
      if (server !== null) {
        const { askServer } = await import("./running/ask-server.ts");
        return work(askServer(server, context.say));
      }
      const { askHere } = await import("./running/ask-here.ts");
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

const aheadWarning =
  "The database's schema is of a later release, with which this one may work. What that release " +
  "added is neither shown nor changed.";

/** A command that asks for a store makes none: `serve`, `migrate` and others open their own. */
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
