import { Command } from "commander";
import { operationsOfCommand } from "../operations/of-command.ts";
import type { CommandContext } from "./command-context.ts";
import { commandIndex } from "./command-index.ts";
import { addHelpCommand, keepWithin, newProgram } from "./command-line.ts";
import { addSettingFlags } from "./config.ts";
import type { MakeCommand } from "./program.ts";

/** The commands that are no operations. */
const own: Readonly<Record<string, () => Promise<MakeCommand>>> = {
  serve: async () => (await import("./serve.ts")).serveCommand,
  migrate: async () => (await import("./migrate.ts")).migrateCommand,
  config: async () => (await import("./config.ts")).configCommand,
  doctor: async () => (await import("./doctor.ts")).doctorCommand,
  ready: async () => (await import("./ready.ts")).readyCommand,
  retention: async () => (await import("./retention.ts")).retentionCommand,
  backup: async () => (await import("./backup.ts")).backupCommand,
  restore: async () => (await import("./restore.ts")).restoreCommand,
  copy: async () => (await import("./copy.ts")).copyCommand,
};

/**
 * The part of the program that a command line needs, since all operations with what they read cost each command a part of
 * a second, and a service memory. Null where it needs the whole, as for a word that is no command. `loadMore` loads the
 * commands that other rooms add.
 */
export async function partOfProgram(
  words: readonly string[],
  context: CommandContext,
  loadMore: () => Promise<readonly MakeCommand[]>,
): Promise<Command | null> {
  const [first, ...others] = words;
  // Without words the help is an answer to wrong usage, which is rare.
  if (first === undefined) return null;
  if (first === "--version") return within(context, newProgram(context));
  if (others.length === 0 && ["--help", "-h", "help"].includes(first))
    return programOfHelp(context);
  const operations = await operationsOfCommand(first);
  if (operations !== null) {
    const { addOperations } = await import("./running/operation-commands.ts");
    const program = newProgram(context);
    addOperations(context, program, operations);
    return within(context, program);
  }
  const command = await commandOf(first, context, loadMore);
  if (command === null) return null;
  addSettingFlags([command]);
  return within(context, newProgram(context).addCommand(command));
}

async function commandOf(
  name: string,
  context: CommandContext,
  loadMore: () => Promise<readonly MakeCommand[]>,
): Promise<Command | null> {
  const load = Object.hasOwn(own, name) ? own[name] : undefined;
  if (load !== undefined) return (await load())(context);
  if (!commandIndex.some(({ term }) => term.split(" ")[0] === name)) return null;
  const more = (await loadMore()).map((make) => make(context));
  return more.find((command) => command.name() === name) ?? null;
}

/** Shows the help of the whole, and runs nothing. */
function programOfHelp(context: CommandContext): Command {
  const program = newProgram(context);
  for (const { group, term, about } of commandIndex) {
    const [name = "", ...shown] = term.split(" ");
    const command = new Command(name).description(about).helpGroup(group);
    for (const argument of shown) {
      if (argument === "[options]") command.option("--any");
      else command.argument(argument);
    }
    program.addCommand(command);
  }
  return within(context, addHelpCommand(program));
}

function within(context: CommandContext, program: Command): Command {
  keepWithin(context, program, "booking");
  return program;
}
