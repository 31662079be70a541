import { spawn } from "node:child_process";
import { program, programWords } from "./program.ts";

export interface CommandResult {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
  /** Standard output parsed as JSON; throws when it is not JSON. */
  readonly json: any;
}

/** Runs the real command line on a database, as an operator's script would. */
export function runCommand(
  databaseUrl: string,
  words: readonly string[],
  options: {
    readonly input?: string;
    readonly environment?: Record<string, string>;
    /** Another version of the program. */
    readonly program?: string;
  } = {},
): Promise<CommandResult> {
  const [file, ...before] =
    options.program === undefined
      ? [program, ...programWords]
      : [process.execPath, options.program];
  const child = spawn(file, [...before, ...words], {
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl, ...options.environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A command that refuses early does not read its input.
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? "");
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status) => {
      const text = Buffer.concat(out).toString();
      resolve({
        status,
        out: text,
        err: Buffer.concat(err).toString(),
        get json() {
          return JSON.parse(text);
        },
      });
    });
  });
}
