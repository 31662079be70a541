import { Command } from "commander";
import type { RunningService } from "../service/running-service.ts";
import type { Variation } from "../service/start-service.ts";
import type { Settings } from "../service/settings.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";

export function serveCommand(context: CommandContext): Command {
  return new Command("serve")
    .description("Run the service; missing migrations are applied first.")
    .addHelpText("after", "\nExample:\n  PORT=8080 booking serve")
    .action(async () => {
      const service = await start(context.readSettings());
      // Listens for signals from here on, before anybody is told that there is something to stop.
      const stopped = untilStopped(service);
      const link = await service.signInLink(false);
      if (link !== null) context.say(firstRunText(link));
      await stopped;
    });
}

/** Words, so not for the log: that has one JSON object a line. */
export function firstRunText(link: string): string {
  return `There is no operator yet. For the console, open this link; it works once, for 15 minutes:\n${link}`;
}

/** Starts the service; a listener that cannot be had is told in a sentence. */
export async function start(settings: Settings, variation?: Variation): Promise<RunningService> {
  // Only serving needs the servers; every other command starts without loading them.
  const { startService } = await import("../service/start-service.ts");
  // Until there is something to restart; by itself, Node would end here.
  process.on("SIGUSR2", () => {});
  try {
    return await startService(settings, variation);
  } catch (error) {
    const { code, port, address } = error as NodeJS.ErrnoException & {
      port?: number;
      address?: string;
    };
    const variable = port === settings.operatorPort ? "OPERATOR_PORT" : "PORT";
    if (code === "EADDRINUSE") {
      throw new CommandFailed(
        `Port ${port} on ${address} is in use: end what listens there, or set ${variable} to another port.`,
      );
    }
    if (code !== undefined && unlistenable.has(code)) {
      throw new CommandFailed(
        `The service cannot listen on ${address} port ${port} (${code}): set HOST, PORT, OPERATOR_HOST or OPERATOR_PORT.`,
      );
    }
    throw error;
  }
}

const unlistenable = new Set(["EACCES", "EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN"]);

/** One press of Ctrl-C may arrive twice, from the terminal and from npm. */
const echoMs = 500;

/**
 * Waits for SIGTERM or SIGINT, then drains. Another signal, later, ends everything at once, with
 * status 1. SIGUSR2 restarts the server processes one by one. What runs `beside` the service is ended
 * first: what it is in the middle of needs the service.
 */
export async function untilStopped(
  service: RunningService,
  beside: { close(): Promise<void> } | null = null,
): Promise<void> {
  await new Promise<void>((resolve) => {
    let firstAt: number | null = null;
    const stop = () => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > echoMs) {
        service.abandon();
        process.exit(1);
      }
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
    process.on("SIGUSR2", () => void service.restart());
  });
  await beside?.close();
  await service.close();
}
