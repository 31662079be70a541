import type { Logger } from "pino";
import type { ObservedAnswer } from "../http/call/observed-answer.ts";

const level = "info";

/**
 * One line a request, with names of things only: no query string, token, body or external id. The
 * line is what pino would write (a test compares the two); there is one for every request, and put
 * together here it costs a fraction.
 */
export function logAnswersWith(
  logger: Logger,
  write: (line: string) => void,
): (answer: ObservedAnswer, now: number) => void {
  if (!logger.isLevelEnabled(level)) return () => {};
  const begin = `{"level":${logger.levels.values[level]},"time":"`;
  // What every line of this process carries.
  const bindings = Object.entries(logger.bindings())
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join("");
  return (answer, now) => write(`${begin}${isoTime(now)}"${bindings}${fieldsOf(answer)}\n`);
}

function fieldsOf(answer: ObservedAnswer): string {
  const { refusal, account, clientId } = answer;
  return (
    `,"request_id":${JSON.stringify(answer.requestId)},"method":"${answer.method}"` +
    `,"endpoint":"${answer.endpoint}","status":${answer.status}` +
    (refusal === null ? "" : `,"refusal":"${refusal}"`) +
    (account === null ? "" : `,"account":${JSON.stringify(account)}`) +
    (clientId === null ? "" : `,"client_id":${JSON.stringify(clientId)}`) +
    `,"address":${JSON.stringify(answer.address)}` +
    `,"duration_ms":${Math.round(answer.seconds * 1e6) / 1e3},"msg":"answered"}`
  );
}

/** Many lines have the same millisecond. */
let lastTime = { at: Number.NaN, text: "" };

function isoTime(now: number): string {
  if (lastTime.at !== now) lastTime = { at: now, text: new Date(now).toISOString() };
  return lastTime.text;
}
