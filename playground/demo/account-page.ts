import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A separate program that uses only the API; a copy of the service may lack it. */
const program = fileURLToPath(new URL("../../account-page/main.ts", import.meta.url));

export interface AccountPageSettings {
  /** The URL of the API. */
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
  /** How long open requests may take when the page ends. */
  readonly graceSeconds: number;
  readonly credential: {
    readonly clientId: string;
    readonly clientSecret: string;
    readonly audience: string;
  };
  /** By which its customers book. */
  readonly seller: {
    readonly operator: string;
    readonly key: string;
    readonly account: string;
  };
}

/** How long the demo keeps places while a form is filled. */
const holdMinutes = 10;

/**
 * Starts the account page beside the service, and says its URL, or that it has ended. The secret goes
 * through the environment, because every user of the machine can read a command line. The page ends
 * when the channel to this process breaks, even when this process is killed.
 */
export function startAccountPage(
  { baseUrl, host, port, graceSeconds, credential, seller }: AccountPageSettings,
  say: (text: string) => void,
): { close(): Promise<void> } {
  if (!existsSync(program)) {
    say("The account page is not part of this copy; the service runs without it.");
    return { close: async () => {} };
  }
  // The demo's calendar addresses end with it.
  const calendarFolder = mkdtempSync(join(tmpdir(), "booking-demo-calendar-"));
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      HOST: host,
      PORT: String(port),
      CALENDAR_FOLDER: calendarFolder,
      BOOKING_BASE_URL: baseUrl,
      BOOKING_CLIENT_ID: credential.clientId,
      BOOKING_CLIENT_SECRET: credential.clientSecret,
      BOOKING_AUDIENCE: credential.audience,
      BOOKING_OPERATOR_URL: seller.operator,
      BOOKING_OPERATOR_KEY: seller.key,
      BOOKING_ACCOUNT: seller.account,
      HOLD_MINUTES: String(holdMinutes),
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
      rmSync(calendarFolder, { recursive: true, force: true });
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
