import { pino, type Logger } from "pino";
import { LogOutput } from "./log-output.ts";

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

/** All loggers of a process share standard output. */
export const output = new LogOutput();

export function describeFault(error: Error): object {
  const { cause } = error;
  return { stack: error.stack, ...(cause instanceof Error && { cause: cause.stack }) };
}
