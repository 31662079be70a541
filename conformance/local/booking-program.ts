import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const sources = fileURLToPath(new URL("../../bin/booking.js", import.meta.url));
/** The program of these sources, or the one that `BOOKING_PROGRAM` names, which a Node runs if it is JavaScript. */
const named = process.env["BOOKING_PROGRAM"] || sources;
const [program, ...before] = named.endsWith(".js") ? [process.execPath, named] : [named];
const run = promisify(execFile);

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs `booking …` and returns its output, parsed as JSON. */
export async function booking(
  environment: Environment,
  ...args: readonly string[]
): Promise<Record<string, unknown>> {
  const { stdout } = await run(program, [...before, ...args, "--json"], {
    env: { ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

export interface Serving extends AsyncDisposable {
  readonly api: string;
}

/** Starts `booking serve` on free ports and waits until it is ready. */
export async function serve(environment: Environment): Promise<Serving> {
  const child = spawn(program, [...before, "serve"], {
    env: { ...environment, PORT: "0", OPERATOR_PORT: "0", LOG_LEVEL: "info" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Its words to an operator, such as the console's link, are no result of the kit.
  let words = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (words += text));
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const api = await new Promise<string>((resolve, reject) => {
    child.once("close", (status) =>
      reject(new Error(`booking serve ended with ${status}: ${words.trim()}`)),
    );
    createInterface(child.stdout).on("line", (line) => {
      const { msg, api: address } = JSON.parse(line) as { msg?: string; api?: string };
      if (msg === "ready" && address !== undefined) resolve(address);
    });
  });
  return {
    api,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await gone;
    },
  };
}
