/** An object with methods like those of `console`. Each receives a sentence and its facts. */
export interface Logger {
  debug?(message: string, fields: LogFields): void;
  info?(message: string, fields: LogFields): void;
  warn?(message: string, fields: LogFields): void;
  error?(message: string, fields: LogFields): void;
}
export type LogLevel = keyof Logger;

/** No field can hold a secret, a token or an external id. */
export interface LogFields {
  readonly endpoint?: "token" | "list" | "cancel";
  /** When the request was sent, RFC 3339. */
  readonly at?: string;
  /** From 1. */
  readonly attempt?: number;
  /** HTTP status; absent when there was no answer. */
  readonly status?: number;
  readonly requestId?: string;
  readonly durationMs?: number;
  readonly waitMs?: number;
  readonly error?: string;
  /** The names of parameters that the service ignored. */
  readonly ignored?: string;
}

export type Log = (level: LogLevel, message: string, fields: LogFields) => void;

/** A logger that throws must not make a call fail. */
export function logInto(logger: Logger | undefined): Log {
  return (level, message, fields) => {
    try {
      logger?.[level]?.(message, fields);
    } catch {
      // There is no logger to report this to.
    }
  };
}
