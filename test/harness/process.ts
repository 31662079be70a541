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
 * `ready` line.
 */
export async function startServerProcess(
  databaseUrl: string,
  environment: Record<string, string> = {},
  folder: string | null = null,
  command: readonly [string, ...string[]] = folder === null
    ? [program, ...programWords]
    : [process.execPath, "bin/booking.js"],
): Promise<ServerProcess> {
  const [file, ...before] = command;
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
  const errors: string[] = [];
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
