import { pino, type DestinationStream, type Logger } from "pino";

/** One JSON object a line on standard output. Of several server processes each line names its own. */
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
 * Standard output. Lines of one turn of the event loop go out together: under load, writing each by
 * itself costs more than making it. What is left when the process ends goes out then.
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

/** All loggers of a process share it. */
export const output = new Output();

export function describeFault(error: Error): object {
  const { cause } = error;
  return { stack: error.stack, ...(cause instanceof Error && { cause: cause.stack }) };
}
