import type { Command } from "commander";
import { readAccountName } from "../operations/arguments.ts";

/** Adds the argument that names the account which a command is about. */
export function addAccountArgument(command: Command): Command {
  return command.argument(
    "<account>",
    "tenant/environment, for example acme/production",
    readAccountName,
  );
}
