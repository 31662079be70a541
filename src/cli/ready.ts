import { Command } from "commander";
import { askReadiness } from "./ask-readiness.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";

export function readyCommand(context: CommandContext): Command {
  return new Command("ready")
    .description("Ask the service that runs on this machine whether it is ready.")
    .addHelpText(
      "after",
      "\nReads OPERATOR_HOST and OPERATOR_PORT. Exit status 0 when the service is ready, 1 when it is not\n" +
        "or does not answer within two seconds: a health check for containers without a shell.\n" +
        "\nExample:\n  booking ready --json",
    )
    .action(async () => {
      const { operatorHost, operatorPort } = context.readSettings();
      const found = await askReadiness(operatorHost, operatorPort);
      if (found === null) {
        throw new CommandFailed(
          `No service answers on ${operatorHost} port ${operatorPort}: is it running, and are OPERATOR_HOST and OPERATOR_PORT its own?`,
        );
      }
      const { status, version, reason } = found;
      if (reason !== null) throw new CommandFailed(`The service is not ready: ${reason}`);
      context.print({ status, version }, `The service is ready, version ${version}.`);
    });
}
