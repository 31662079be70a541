import { Command } from "commander";
import { readServerVariables, readSettings } from "../service/settings.ts";
import { withoutSecrets, type ReadVariable } from "../service/variables.ts";
import { formatTable } from "../operations/table.ts";
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
