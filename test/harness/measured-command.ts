import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { program, programWords } from "./program.ts";

export interface MeasuredCommand {
  readonly out: string;
  /** The most memory that it ever had, where the system tells; 0 elsewhere. */
  readonly peakMebibytes: number;
}

/** Starts the real command line in a process of its own, which may be killed. */
export function startMeasuredCommand(
  databaseUrl: string,
  words: readonly string[],
): { readonly child: ChildProcess; readonly ended: Promise<MeasuredCommand> } {
  const child = spawn(program, [...programWords, ...words], {
    env: { PATH: process.env["PATH"], DATABASE_URL: databaseUrl },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let [out, peakMebibytes] = ["", 0];
  child.stdout.on("data", (piece: Buffer) => {
    out += piece.toString();
  });
  const watching = setInterval(() => {
    peakMebibytes = Math.max(peakMebibytes, peakOf(child.pid));
  }, 100);
  const ended = new Promise<MeasuredCommand>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => {
      clearInterval(watching);
      resolve({ out, peakMebibytes });
    });
  });
  return { child, ended };
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}
