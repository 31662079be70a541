import { pino, type DestinationStream, type Logger } from "pino";

/** Logs one JSON object a line on standard output; a server process puts its number into each. */
export function createLogger(level: string, serverProcess?: number): Logger {
  return pino(
    {
      level,
      base: serverProcess === undefined ? null : { process: serverProcess },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    output,
  );
}

/**
 * Standard output. The lines of one turn of the event loop are written together: under load, writing
 * a line costs more than making it. The process writes the rest when it exits.
 */
class Output implements DestinationStream {
  #lines = "";
  #destination: DestinationStream | null = null;

  write(line: string): void {
    this.#destination ??= this.#open();
    if (this.#lines === "") setImmediate(() => this.#flush());
    this.#lines += line;
  }

  #flush(): void {
    if (this.#lines === "") return;
    const lines = this.#lines;
    this.#lines = "";
    this.#destination?.write(lines);
  }

  #open(): DestinationStream {
    process.on("exit", () => this.#flush());
    return pino.destination({ dest: 1, sync: true });
  }
}

/** All loggers of a process share this output. */
export const output = new Output();

export function describeFault(error: Error): object {
  const { cause } = error;
  return { stack: error.stack, ...(cause instanceof Error && { cause: cause.stack }) };
}
