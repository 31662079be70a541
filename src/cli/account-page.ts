import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A program of its own, which knows nothing of the service but its API; not every copy has it. */
const program = fileURLToPath(new URL("../../account-page/main.ts", import.meta.url));

export interface AccountPageSettings {
  /** Where it finds the API. */
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  /** How long what is under way may take when it ends. */
  readonly graceSeconds: number;
  readonly credential: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly audience: string;
  };
}

/**
 * Starts the account page beside the service, and says where it is, or that it has ended. The secret
 * goes through its environment: a command line could be read by everybody on the machine. When this
 * process is gone, however it went, the channel between them breaks and the page ends.
 */
export function startAccountPage(
  { baseUrl, host, port, graceSeconds, credential }: AccountPageSettings,
  say: (text: string) => void,
): { close(): Promise<void> } {
  if (!existsSync(program)) {
    say("The account page is not part of this copy; the service runs without it.");
    return { close: async () => {} };
  }
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      HOST: host,
      PORT: String(port),
      BOOKING_BASE_URL: baseUrl,
      BOOKING_CLIENT_ID: credential.clientId,
      BOOKING_CLIENT_SECRET: credential.clientSecret,
      BOOKING_AUDIENCE: credential.audience,
    },
  });
  let ending = false;
  child.on("message", (message: { readonly address?: string }) =>
    say(`\nAccount page: ${message.address}\n`),
  );
  child.on("error", (error) => say(`The account page could not be started: ${error.message}`));
  child.on("exit", (status, signal) => {
    if (ending || status === 0) return;
    say(
      `The account page has ended (${signal ?? `status ${status}`}); the service goes on without it. ` +
        `If port ${port} is taken, set ACCOUNT_PAGE_PORT to another one and start again.`,
    );
  });
  return {
    close: async () => {
      ending = true;
      await end(child, graceSeconds);
    },
  };
}

async function end(child: ChildProcess, graceSeconds: number): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const overdue = setTimeout(() => child.kill("SIGKILL"), graceSeconds * 1000);
  await gone;
  clearTimeout(overdue);
}
