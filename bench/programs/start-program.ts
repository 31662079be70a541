import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A server in a process of its own. */
export interface Program {
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from the start of the process until it printed that it listens. */
  readonly readyAfterMs: number;
  /** Answers what was counted inside the program; null where it was not asked to count. */
  readonly counter: ChildProcess | null;
  outputBytes(): number;
  /** Discards the output so far, which would else grow without limit. */
  forgetOutput(): void;
  stop(): Promise<void>;
}

export interface ProgramOrder {
  /** The executable; Node where it is absent. */
  readonly executable?: string;
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Counts inside the program, which must run on Node: `counts/inside.ts`. */
  readonly counted?: boolean;
  /** The output's file. A file is what servers usually write to, and it needs no reader as a pipe would. */
  readonly log: string;
  /** Finds the port in the output; null until it is there. */
  readPort(output: string): number | null;
}

/**
 * Code that V8 has not optimised allocates the same on any machine at any hour. Its best code allocates less, and
 * from when on depends on chance.
 */
const countedFlags = ["--no-opt", "--no-maglev"];
const insideUrl = new URL("../counts/inside.ts", import.meta.url).href;
/** A peer writes all rows into its tables when it starts. */
const startLimitMs = 300_000;
const stopLimitMs = 15_000;

/** Starts a program with these arguments and waits until it listens. */
export async function startProgram(order: ProgramOrder): Promise<Program> {
  const output = openSync(order.log, "a");
  const started = performance.now();
  const counted = order.counted === true;
  const words = counted ? [...countedFlags, "--import", insideUrl, ...order.words] : order.words;
  const child = spawn(order.executable ?? process.execPath, words, {
    env: { ...order.environment },
    ...(order.cwd !== undefined && { cwd: order.cwd }),
    stdio: ["ignore", output, output, ...(counted ? ["ipc" as const] : [])],
  });
  closeSync(output);
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
    await gone;
    clearTimeout(late);
  };
  for (;;) {
    const port = order.readPort(readFileSync(order.log, "utf8"));
    if (port !== null && child.pid !== undefined) {
      const readyAfterMs = performance.now() - started;
      return {
        pid: child.pid,
        port,
        readyAfterMs,
        counter: counted ? child : null,
        outputBytes: () => statSync(order.log).size,
        forgetOutput: () => truncateSync(order.log, 0),
        stop,
      };
    }
    if (child.exitCode !== null || performance.now() - started > startLimitMs) {
      await stop();
      throw new Error(
        `${order.words.join(" ")} did not start:\n${readFileSync(order.log, "utf8").slice(-4000)}`,
      );
    }
    await sleep(5);
  }
}
