import { clearLine, cursorTo } from "node:readline";
import type { CommandContext } from "./command-context.ts";

const drawnEveryMs = 100;
const barWidth = 40;

/** A line about progress on standard error, wiped away when it stops. `{bar}`, `{percentage}` and `{value}` are filled in. */
export class ProgressBar {
  readonly #format: string;
  readonly #total: number;
  readonly #stream: NodeJS.WritableStream;
  #value = 0;
  #drawnAt = -drawnEveryMs;
  #isStopped = false;

  constructor(format: string, total: number, stream: NodeJS.WritableStream = process.stderr) {
    this.#format = format;
    this.#total = total;
    this.#stream = stream;
    stream.write("\u001b[?25l");
    // Whoever breaks the command off gets the cursor back.
    process.once("exit", this.#stop);
    this.update(0);
  }

  update(value: number): void {
    this.#value = value;
    const now = performance.now();
    if (this.#isStopped || now - this.#drawnAt < drawnEveryMs) return;
    this.#drawnAt = now;
    cursorTo(this.#stream, 0);
    this.#stream.write(this.#text());
    clearLine(this.#stream, 1);
  }

  increment(by: number): void {
    this.update(this.#value + by);
  }

  stop(): void {
    this.#stop();
    process.off("exit", this.#stop);
  }

  readonly #stop = (): void => {
    if (this.#isStopped) return;
    this.#isStopped = true;
    cursorTo(this.#stream, 0);
    clearLine(this.#stream, 0);
    this.#stream.write("\u001b[?25h");
  };

  #text(): string {
    const part = this.#total === 0 ? 0 : Math.min(1, this.#value / this.#total);
    const full = Math.round(part * barWidth);
    return this.#format
      .replace("{bar}", "█".repeat(full) + "░".repeat(barWidth - full))
      .replace("{percentage}", String(Math.floor(part * 100)))
      .replace("{value}", String(this.#value));
  }
}

/** A copy that takes less time has no bar. */
const quietMs = 500;

export interface CopyProgress {
  readonly onProgress: (done: number, total: number) => void;
  readonly onChecking: () => void;
}

/** Copies a database and draws the progress on standard error, where that is a terminal. */
export async function withCopyProgress<T>(
  context: CommandContext,
  copy: (progress: CopyProgress) => Promise<T>,
): Promise<T> {
  const startedAt = performance.now();
  let bar: ProgressBar | null = null;
  try {
    return await copy({
      onProgress: (done, total) => {
        if (context.drawsProgress && performance.now() - startedAt > quietMs) {
          bar ??= new ProgressBar("Copying {bar} {percentage}%", total);
        }
        bar?.update(done);
      },
      onChecking: () => {
        bar?.stop();
        // The check blocks the event loop, so nothing can be drawn.
        if (bar !== null) context.say("Checking the copy …");
        bar = null;
      },
    });
  } finally {
    // The compiler does not see the assignments inside the callbacks.
    (bar as ProgressBar | null)?.stop();
  }
}
