import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { call } from "./call.ts";
import { program, programWords } from "./program.ts";

const lifetimeLimitMs = 60_000;
/** So long that a program which waits for it is killed before, and has failed. */
export const longGrace = { SHUTDOWN_GRACE_SECONDS: "600" };

/** The line `ready`. */
interface Ready {
  readonly api: string;
  readonly operator: string;
  readonly hosts?: readonly string[];
}

/** `booking serve` as a process group of its own. */
export interface Program extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  readonly errors: readonly string[];
  /** Where it listens; rejects when it ends before it is ready. */
  readonly ready: Promise<Ready>;
  readonly ended: Promise<{ status: number | null; signal: string | null }>;
  kill(): Promise<void>;
}

/** Runs `booking serve` as an operator does. */
export function runProgram(
  environment: { readonly DATABASE_URL: string } & Readonly<Record<string, string>>,
  command: readonly string[] | null = null,
): Program {
  const [file = "", ...before] = command ?? [program, ...programWords];
  const child = spawn(file, [...before, "serve"], {
    env: {
      PATH: process.env["PATH"],
      ...(environment["PORT_FILE"] === undefined && { PORT: "0" }),
      OPERATOR_PORT: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const ended = new Promise<{ status: number | null; signal: string | null }>((resolve) =>
    child.once("close", (status, signal) => resolve({ status, signal })),
  );
  // A program that should have ended and did not must fail its test, not stop the run.
  const limit = setTimeout(() => killGroup(child), lifetimeLimitMs);
  void ended.then(() => clearTimeout(limit));
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stderr).on("line", (line) => {
    // The log says how the first operator signs in, which is no error.
    if (!/^There is no operator yet|#code=/.test(line)) errors.push(line);
  });
  const ready = new Promise<Ready>((resolve, reject) => {
    createInterface(child.stdout).on("line", (line) => {
      lines.push(line);
      if (line.includes('"msg":"ready"')) resolve(JSON.parse(line));
    });
    void ended.then(() => reject(new Error(`It ended: ${errors.join(" ")}`)));
  });
  ready.catch(() => {});
  const kill = async () => {
    killGroup(child);
    await ended;
  };
  return { child, lines, errors, ready, ended, kill, [Symbol.asyncDispose]: kill };
}

/** Kills a launcher and its server, so that a test that fails leaves nothing behind. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Whether nobody listens there. */
export function refusesConnections(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on("connect", () => resolve(false)).on("error", () => resolve(true));
    socket.on("connect", () => socket.destroy());
  });
}

/** Who connects later is answered after the bytes that are there before have been read. */
export async function hasRead(api: string): Promise<void> {
  await call(api, { path: "/v1/nothing" });
}

/** Words for an operator: one line that says it, no stack, and nothing before it. */
export function assertSentence({ errors, lines }: Program, sentence: RegExp): void {
  assert.equal(errors.length, 1, errors.join("\n"));
  assert.match(errors[0] ?? "", sentence);
  assert.ok(!lines.some((line) => line.includes('"msg":"ready"')));
}
