import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, truncateSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** A server in a process of its own. */
export interface Program {
  readonly pid: number;
  readonly port: number;
  /** Milliseconds from the start of the process until it printed that it listens. */
  readonly readyAfterMs: number;
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
  /** The output's file. A file is what servers usually write to, and it needs no reader as a pipe would. */
  readonly log: string;
  /** Finds the port in the output; null until it is there. */
  readPort(output: string): number | null;
}

/** A peer writes all rows into its tables when it starts. */
const startLimitMs = 300_000;
const stopLimitMs = 15_000;

/** Starts a program with these arguments and waits until it listens. */
export async function startProgram(order: ProgramOrder): Promise<Program> {
  const output = openSync(order.log, "a");
  const started = performance.now();
  const child = spawn(order.executable ?? process.execPath, order.words, {
    env: { ...order.environment },
    ...(order.cwd !== undefined && { cwd: order.cwd }),
    stdio: ["ignore", output, output],
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
      const forgetOutput = () => truncateSync(order.log, 0);
      return { pid: child.pid, port, readyAfterMs, forgetOutput, stop };
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
