import { pino, type Logger } from "pino";
import type { ObservedAnswer } from "./http/server.ts";

/** One JSON object a line on standard output. Of several server processes each line names its own. */
export function createLogger(level: string, serverProcess?: number): Logger {
  return pino({
    level,
    base: serverProcess === undefined ? null : { process: serverProcess },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}

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
