import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The longest stalls of the event loops of some processes, by their own account. */
export class Stalls {
  /** The environment of a process that records them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
    const module = new URL("record-stalls.ts", import.meta.url);
    module.search = new URLSearchParams({ folder }).toString();
    this.environment = { NODE_OPTIONS: `--import ${module.href}` };
  }

  /** The longest stall of these processes that ended in this time, in milliseconds. Each has to record. */
  longest(pids: readonly number[], from: number, to: number): number {
    const ended = pids.flatMap((pid) => this.#read(pid)).filter(({ at }) => at >= from && at <= to);
    return Math.max(0, ...ended.map(({ ms }) => ms));
  }

  #read(pid: number) {
    const lines = readFileSync(join(this.#folder, String(pid)), "utf8")
      .split("\n")
      .filter(Boolean);
    return lines.map((line) => {
      const [at = 0, ms = 0] = line.split(" ").map(Number);
      return { at, ms };
    });
  }
}
