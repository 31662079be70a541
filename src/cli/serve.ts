import { Command } from "commander";
import type { RunningService, Variation } from "../service/start-service.ts";
import { startOperatorWorker } from "../service/start-operator-worker.ts";
import { formatAccountName } from "../domain/account.ts";
import { demoAccount } from "../domain/demo-account.ts";
import { openServiceManager } from "../service/service-manager.ts";
import { defaultDatabaseUrl, type Settings } from "../service/settings.ts";
import { announceNewDatabase } from "./database-file.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";

export function serveCommand(context: CommandContext): Command {
  return new Command("serve")
    .description("Run the service; missing migrations are applied first.")
    .addHelpText("after", "\nExample:\n  PORT=8080 booking serve")
    .action(async () => {
      const settings = context.readSettings();
      // The log reports applied migrations where the settings name the database.
      if (settings.databaseUrl === defaultDatabaseUrl)
        announceNewDatabase(settings, (text) => context.say(text));
      const service = await start(settings);
      const manager = openServiceManager(context.variables(), context.say);
      // The signals are handled before the link invites anybody to use the service.
      const stopped = untilStopped(service, manager);
      void manager.ready();
      // On a terminal somebody is about to make the first call, or to open the console.
      if (context.drawsProgress && service.hosts.length > 0) context.say(hostText(service));
      if (context.drawsProgress) service.loadConsole();
      const text = await firstRun(service);
      if (service.holdsDemo) context.say(demoText(service.operator, text !== null));
      if (text !== null) context.say(text);
      await stopped;
    });
}

/** What to do where no operator exists, else null. Where the link cannot be made, the service goes on serving. */
export async function firstRun(
  service: Pick<RunningService, "signInLink">,
): Promise<string | null> {
  try {
    const link = await service.signInLink(false);
    return link === null ? null : firstRunText(link);
  } catch (error) {
    const why = (error as Error).message;
    return `No link to the console could be made: ${why} \`booking operator create\` makes an operator.`;
  }
}

/** Goes to standard error, because the log has one JSON object a line. */
export function firstRunText(link: string): string {
  return `There is no operator yet. For the console, open this link; it works once, for 15 minutes:\n${link}`;
}

/** Which Host a call from this machine sends, where the address alone leads to no account. */
export function hostText({ api, hosts }: Pick<RunningService, "api" | "hosts">): string {
  return `A call to ${api} names its account by the header Host: ${hosts.join(" or ")} (curl -H 'Host: ${hosts[0]}' …).`;
}

/**
 * Warns of a database with the demo's account, whose bookings look like real ones. The demo has an operator whose key nobody
 * has, so the first start prints no link to the console: without a link, the text says how to sign in.
 */
export function demoText(operator: string, hasLink: boolean): string {
  const held = `This database has the demo's account, ${formatAccountName(demoAccount)}, whose bookings are invented: for your own, set DATABASE_URL to another one.`;
  if (hasLink) return held;
  return `${held} For the console here, \`booking operator create NAME --role admin\` prints a key; sign in with it at ${operator}/.`;
}

/** Starts the service. Where it cannot listen, the command fails with a sentence that says what to set. */
export async function start(settings: Settings, variation?: Variation): Promise<RunningService> {
  // A database in memory belongs to one thread, and so do the functions of a variation.
  const hasOwnThread = variation === undefined && settings.databaseUrl !== "sqlite::memory:";
  const worker = hasOwnThread ? startOperatorWorker(settings) : null;
  // Every other command starts faster without loading the servers.
  const { startService } = await import("../service/start-service.ts");
  const { openOperatorThread } = await import("../service/operator-thread.ts");
  // SIGUSR2 would end the process while the service starts. SIGTERM and SIGINT may end it until `untilStopped`: nobody is
  // served yet, and an unfinished migration's transaction is rolled back.
  process.on("SIGUSR2", () => {});
  try {
    return await startService(settings, {
      variation,
      ...(worker !== null && { openOperator: (parts) => openOperatorThread(parts, worker) }),
    });
  } catch (error) {
    await worker?.terminate();
    const text = listenErrorText(error as ListenError, settings);
    throw text === null ? error : new CommandFailed(text);
  }
}

type ListenError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };

/** Why the service cannot listen; null for any other error. */
function listenErrorText(
  { code, port, address, message }: ListenError,
  { operatorPort }: Settings,
): string | null {
  if (code === "EADDRINUSE") {
    const variable = port === operatorPort ? "OPERATOR_PORT" : "PORT";
    return `Port ${port} on ${address} is in use: end what listens there, or set ${variable} to another port.`;
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return `The service cannot listen on a name without an address (${message}): set HOST or OPERATOR_HOST to an address of this machine.`;
  }
  if (code === "EACCES" || code === "EADDRNOTAVAIL") {
    return `The service cannot listen on ${address} port ${port} (${code}): set HOST, PORT, OPERATOR_HOST or OPERATOR_PORT.`;
  }
  return null;
}

/** One press of Ctrl-C arrives twice, from the terminal and from npm, within this time. */
const echoMs = 500;
/** What is still under way when the service has closed may take so long. */
const lingerMs = 1_000;

/**
 * Waits for SIGTERM or SIGINT, then drains. A second signal ends the process at once with status 1.
 * SIGUSR2 restarts the server processes one by one. A program `beside` the service closes first,
 * because its open requests need the service.
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
  // A connection to a collector that cannot be reached, for one, would keep the process for minutes.
  setTimeout(() => process.exit(), lingerMs).unref();
}
