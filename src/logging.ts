import { pino, type DestinationStream, type Logger } from "pino";
import type { ObservedAnswer } from "./http/observed-answer.ts";

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
const output = new Output();

/** One line a request, with names of things only: no query string, token, body or external id. */
export function logAnswer(logger: Logger, answer: ObservedAnswer): void {
  logger.info(
    {
      request_id: answer.requestId,
      method: answer.method,
      endpoint: answer.endpoint,
      status: answer.status,
      refusal: answer.refusal ?? undefined,
      account: answer.account ?? undefined,
      client_id: answer.clientId ?? undefined,
      address: answer.address,
      duration_ms: Math.round(answer.seconds * 1e6) / 1e3,
    },
    "answered",
  );
}

export function describeFault(error: Error): object {
  const { cause } = error;
  return { stack: error.stack, ...(cause instanceof Error && { cause: cause.stack }) };
}
