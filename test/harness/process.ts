import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { program, programWords } from "./program.ts";

/** The real program in a process of its own, listening. */
export interface ServerProcess extends AsyncDisposable {
  readonly api: string;
  readonly operator: string;
  readonly child: ChildProcess;
  /** The lines of its log so far. */
  readonly lines: readonly string[];
  /** The lines of its standard error so far. */
  readonly errors: readonly string[];
  /** Kills it, as a power cut would, and waits until it has ended. */
  kill(): Promise<void>;
}

/**
 * Starts `booking serve`, of the sources in `folder` if given or by another command, and waits for its
 * `ready` line. As whoever supervises it would, it starts again where a loaded machine's database did not take a
 * connection in time.
 */
export async function startServerProcess(
  databaseUrl: string,
  environment: Record<string, string> = {},
  folder: string | null = null,
  command: readonly [string, ...string[]] = folder === null
    ? [program, ...programWords]
    : [process.execPath, "bin/booking.js"],
): Promise<ServerProcess> {
  for (let starts = 1; ; starts += 1) {
    const errors: string[] = [];
    try {
      return await startOnce(databaseUrl, { environment, folder, command, errors });
    } catch (error) {
      const isLate = errors.some((line) => line.includes("due to connection timeout"));
      if (!isLate || starts === startsMost) throw error;
    }
  }
}

const startsMost = 5;

interface StartOrder {
  readonly environment: Record<string, string>;
  readonly folder: string | null;
  readonly command: readonly [string, ...string[]];
  /** Receives the lines of standard error. */
  readonly errors: string[];
}

async function startOnce(
  databaseUrl: string,
  { environment, folder, command: [file, ...before], errors }: StartOrder,
): Promise<ServerProcess> {
  const child = spawn(file, [...before, "serve"], {
    cwd: folder ?? ".",
    env: {
      PATH: process.env["PATH"],
      DATABASE_URL: databaseUrl,
      PORT: "0",
      OPERATOR_PORT: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Standard error is shown, without the words about the first run, whose link nobody follows here.
  createInterface(child.stderr).on("line", (line) => {
    errors.push(line);
    if (!/^There is no operator yet|#code=/.test(line)) console.error(line);
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const kill = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  const lines: string[] = [];
  const ready = await new Promise<{ api: string; operator: string }>((resolve, reject) => {
    child.once("exit", (status) => reject(new Error(`The server ended with ${status}.`)));
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line));
    });
  });
  const { api, operator } = ready;
  return { api, operator, child, lines, errors, kill, [Symbol.asyncDispose]: kill };
}
