/** The fields of a log line: never a secret, a token, a cookie or a customer's id. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;
export type Log = (level: "info" | "warn" | "error", message: string, fields: LogFields) => void;

/** One JSON object a line. */
export function logTo(stream: NodeJS.WritableStream, now: () => Date): Log {
  return (level, msg, fields) => {
    stream.write(`${JSON.stringify({ level, time: now().toISOString(), msg, ...fields })}\n`);
  };
}
