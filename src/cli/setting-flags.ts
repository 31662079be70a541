import { InvalidArgumentError, Option, type Command } from "commander";
import { checkFlag, variablesWithFlag } from "../service/settings.ts";
import { WrongSetting } from "../service/variables.ts";

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

/** Gives commands a flag for every setting that can hold no secret. */
export function addSettingFlags(commands: readonly Command[]): void {
  const variables = variablesWithFlag();
  for (const command of commands) {
    for (const { name, byDefault, choices } of variables) {
      command.addOption(new SettingFlag(name, byDefault, choices));
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
