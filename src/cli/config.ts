import { tmpdir } from "node:os";
import { Command, InvalidArgumentError, Option } from "commander";
import {
  readServerVariables,
  readSettings,
  checkFlag,
  variablesWithFlag,
} from "../service/settings.ts";
import { withoutSecrets, type ReadVariable, WrongSetting } from "../service/variables.ts";
import { formatTable } from "../operations/machinery/table.ts";
import type { CommandContext } from "./command-context.ts";

export function configCommand(context: CommandContext): Command {
  return new Command("config")
    .description("Print the effective settings, and where each comes from.")
    .addHelpText(
      "after",
      "\nSecrets are hidden. Run it with the environment of the service.\n" +
        "\nExample:\n  booking config --json",
    )
    .action(() => {
      const variables = context.variables();
      readSettings(variables);
      const { server, key } = readServerVariables(variables);
      server();
      key();
      variables.text("TMPDIR", tmpdir());
      const shown = Array.from(variables.read, ([name, read]) => [name, show(name, read)] as const);
      const rows = shown.map(([name, { value, source }]) => [name, value ?? "not set", source]);
      context.print(
        Object.fromEntries(shown),
        formatTable(["variable", "value", "from"], rows, context.width),
      );
    });
}

/** A variable without its secrets. */
function show(name: string, { value, source }: ReadVariable): ReadVariable {
  if (value === null) return { value, source };
  return { value: /KEY|SECRET|HEADERS/.test(name) ? "***" : withoutSecrets(value), source };
}

/** A flag that sets a variable. */
class SettingFlag extends Option {
  readonly variable: string;

  constructor(variable: string, byDefault: string | null, choices: readonly string[] | null) {
    const long = `--${variable.toLowerCase().replaceAll("_", "-")}`;
    const shown = byDefault === null ? "" : `, by default ${byDefault}`;
    super(`${long} <value>`, `instead of ${variable}${shown}`);
    this.variable = variable;
    if (choices !== null) this.argChoices = [...choices];
    this.helpGroup("Settings, each before its variable:");
    this.argParser((value: string) => {
      try {
        checkFlag(variable, value);
        return value;
      } catch (error) {
        if (error instanceof WrongSetting) throw new InvalidArgumentError(error.message);
        throw error;
      }
    });
  }
}

/** How the database is reached; DATABASE_URL may hold a password, so that it has no flag. */
const ofDatabase = ["DATABASE_POOL_SIZE", "DATABASE_POOLER", "ROW_LEVEL_SECURITY"];

/** The settings that a command reads, for its help; a command that is not here runs the service, or looks at all. */
const concerning: Readonly<Record<string, readonly string[]>> = {
  migrate: ofDatabase,
  copy: ofDatabase,
  retention: [...ofDatabase, "CONTACT_RETENTION_DAYS"],
  backup: [],
  restore: [],
  ready: ["OPERATOR_HOST", "OPERATOR_PORT"],
};

/**
 * Gives commands a flag for every setting that can hold no secret, so that one command line suits all. Help shows those
 * that the command reads.
 */
export function addSettingFlags(commands: readonly Command[]): void {
  const variables = variablesWithFlag();
  for (const command of commands) {
    const shown = concerning[command.name()];
    for (const { name, byDefault, choices } of variables) {
      const flag = new SettingFlag(name, byDefault, choices);
      command.addOption(shown?.includes(name) === false ? flag.hideHelp() : flag);
    }
  }
}

/** The values of these flags on a command line that was read, by variable. */
export function settingsTyped(command: Command): [variable: string, value: string][] {
  return command.options.flatMap((option) => {
    if (!(option instanceof SettingFlag)) return [];
    const value: unknown = command.getOptionValue(option.attributeName());
    return typeof value === "string" ? [[option.variable, value] as const] : [];
  }) as [string, string][];
}
