import { Command } from "commander";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { reachableAddress } from "../service/listening.ts";

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
      const { status, version, zones, reason } = found;
      if (reason !== null) throw new CommandFailed(`The service is not ready: ${reason}`);
      context.print({ status, version, zones }, `The service is ready, version ${version}.`);
    });
}

/** The answer of `/readyz`. */
export interface Readiness {
  readonly status: string;
  readonly version: string;
  /** The release of its time zones. */
  readonly zones: string;
  /** Why the service is not ready; null when it is. */
  readonly reason: string | null;
}

const limitMs = 2_000;

/** Asks the service whose operator's listener this is; null where none answers. */
export async function askReadiness(host: string, port: number): Promise<Readiness | null> {
  const address = host.includes(":") ? `http://[${host}]:${port}` : `http://${host}:${port}`;
  try {
    const answer = await fetch(`${reachableAddress(address)}/readyz`, {
      signal: AbortSignal.timeout(limitMs),
    });
    const { status, version, zones, reason } = (await answer.json()) as Record<string, unknown>;
    if (typeof version !== "string" || typeof status !== "string") return null;
    return { status, version, zones: String(zones), reason: answer.ok ? null : String(reason) };
  } catch {
    return null;
  }
}
