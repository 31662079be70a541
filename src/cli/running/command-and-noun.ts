import type { Command } from "commander";

/**
 * Lets a command have others below it, such as `hold` and `hold list`. It reads the flags of these first: they are handed
 * on, and it needs none of its own then.
 */
export function asNoun(command: Command): Command {
  if (command.commands.length > 0) return command;
  return command.hook("preSubcommand", (parent, below) => {
    for (const option of parent.options) {
      option.makeOptionMandatory(false);
      const name = option.attributeName();
      if (parent.getOptionValueSource(name) !== "cli") continue;
      if (!below.options.some((each) => each.attributeName() === name)) {
        below.error(`error: unknown option '${option.long ?? name}'`);
      }
      below.setOptionValueWithSource(name, parent.getOptionValue(name), "cli");
    }
  });
}
