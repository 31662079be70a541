import { pino, type DestinationStream, type Logger } from "pino";
import type { ObservedAnswer } from "./http/server.ts";

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
const output = {
  lines: "",
  destination: null as DestinationStream | null,
  write(line: string): void {
    if (output.lines === "") setImmediate(output.flush);
    output.lines += line;
  },
  flush(): void {
    if (output.lines === "") return;
    if (output.destination === null) {
      output.destination = pino.destination({ dest: 1, sync: true });
      process.on("exit", output.flush);
    }
    const { lines } = output;
    output.lines = "";
    output.destination.write(lines);
  },
};

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
