import { constants, fstatSync, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { pino, type DestinationStream, type Logger } from "pino";
import { chooseDress } from "./readable-log.ts";
import type { Settings } from "./settings.ts";
import type { ObservedAnswer } from "../http/call/sent-answer.ts";

/**
 * Logs one JSON object a line on standard output, or readable lines on a terminal; a server process puts its number into
 * each.
 */
export function createLogger(
  { logLevel, logFormat }: Pick<Settings, "logLevel" | "logFormat">,
  serverProcess?: number,
): Logger {
  output.dress = chooseDress(logFormat);
  return pino(
    {
      level: logLevel,
      formatters: { level: (label) => ({ level: label }) },
      base: serverProcess === undefined ? null : { process: serverProcess },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    output,
  );
}

export function describeFault(error: Error): object {
  const { cause } = error;
  return { stack: error.stack, ...(cause instanceof Error && { cause: cause.stack }) };
}

const level = "info";

/**
 * Logs one line a request, without query string, token, body or external id. The line equals what
 * pino would write (a test compares the two). It is put together here because every request pays for
 * it, at a fraction of pino's cost.
 */
export function logAnswersWith(
  logger: Logger,
  write: (line: string) => void,
): (answer: ObservedAnswer, now: number) => void {
  if (!logger.isLevelEnabled(level)) return () => {};
  const begin = `{"level":"${level}","time":"`;
  const bindings = Object.entries(logger.bindings())
    .map(([name, value]) => `,${JSON.stringify(name)}:${JSON.stringify(value)}`)
    .join("");
  return (answer, now) => write(`${begin}${isoTime(now)}"${bindings}${fieldsOf(answer)}\n`);
}

function fieldsOf(answer: ObservedAnswer): string {
  const { refusal, account, clientId } = answer;
  return (
    `,"request_id":${JSON.stringify(answer.requestId)}` +
    (answer.traceparent === null ? "" : `,"traceparent":"${answer.traceparent}"`) +
    `,"method":"${answer.method}"` +
    `,"endpoint":"${answer.endpoint}","status":${answer.status}` +
    (refusal === null ? "" : `,"refusal":"${refusal}"`) +
    (account === null ? "" : `,"account":${JSON.stringify(account)}`) +
    (clientId === null ? "" : `,"client_id":${JSON.stringify(clientId)}`) +
    `,"address":${JSON.stringify(answer.address)}` +
    `,"duration_ms":${Math.round(answer.seconds * 1e6) / 1e3},"msg":"answered"}`
  );
}

/** The text of the last millisecond is kept, because many lines share one. */
let lastTime = { at: Number.NaN, text: "" };

function isoTime(now: number): string {
  if (lastTime.at !== now) lastTime = { at: now, text: new Date(now).toISOString() };
  return lastTime.text;
}

/** Writes some of the bytes from an offset on, and returns how many; throws what the system says. */
export type WriteBytes = (bytes: Buffer, offset: number) => number;

/** The most characters that wait to be written; further lines are dropped. */
const waitingMax = 1024 * 1024;
/** The next try after a reader that is slow, and after any other failure such as a full disk. */
const slowReaderMs = 20;
const failureMs = 1_000;
/** The time that the end of the process waits for a slow reader. */
const exitMs = 500;

/**
 * The log's lines on their way out. A log that cannot be written neither ends nor blocks the service:
 * lines wait up to a bound, further ones are dropped and counted, and one line reports the number when
 * the log works again. The lines of one turn of the event loop are written together, because under load
 * writing a line costs more than making it.
 */
export class LogOutput implements DestinationStream {
  /** Changes lines on their way out; null: none. */
  dress: ((lines: string) => string) | null = null;
  readonly #open: () => WriteBytes;
  #write: WriteBytes | null = null;
  #lines = "";
  /** Lines that are being written, and how much of them was. */
  #bytes: Buffer = nothing;
  #offset = 0;
  #isScheduled = false;
  #dropped = 0;
  #reported = 0;

  /** `open` is called before the first line is written. */
  constructor(open: () => WriteBytes = openStandardOutput) {
    this.#open = open;
  }

  /** The number of dropped lines since the process began. */
  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#lines.length + line.length > waitingMax) {
      this.#dropped += 1;
      return;
    }
    this.#lines += line;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#isScheduled = false;
    const retryMs = this.#writeAll();
    if (retryMs === null) return;
    this.#isScheduled = true;
    setTimeout(() => this.#flush(), retryMs).unref();
  }

  /** Null when nothing is left, else the time until the next try. */
  #writeAll(): number | null {
    try {
      this.#write ??= this.#begin();
      for (;;) {
        while (this.#offset < this.#bytes.length) {
          this.#offset += this.#write(this.#bytes, this.#offset);
        }
        if (this.#lines === "") return null;
        const lines = this.#lines + this.#report();
        this.#bytes = Buffer.from(this.dress?.(lines) ?? lines);
        this.#lines = "";
        this.#offset = 0;
      }
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EAGAIN" ? slowReaderMs : failureMs;
    }
  }

  #begin(): WriteBytes {
    process.on("exit", () => this.#writeRest());
    return this.#open();
  }

  #writeRest(): void {
    const deadline = performance.now() + exitMs;
    while (this.#writeAll() === slowReaderMs && performance.now() < deadline) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, slowReaderMs);
    }
  }

  /** A line about lines that were dropped; empty when all were reported. */
  #report(): string {
    const dropped = this.#dropped - this.#reported;
    if (dropped === 0) return "";
    this.#reported = this.#dropped;
    const time = new Date().toISOString();
    return `${JSON.stringify({ level: "warn", time, dropped, msg: "log lines dropped" })}\n`;
  }
}

const nothing = Buffer.alloc(0);

/**
 * Standard output without blocking. A pipe or terminal is opened once more, because the flag of the
 * inherited description belongs to other processes too; a socket cannot be opened and gets the flag.
 */
function openStandardOutput(): WriteBytes {
  const fd = openAgain();
  return (bytes, offset) => writeSync(fd, bytes, offset);
}

/** Kept, because the socket would close its descriptor when it is collected. */
let socket: Socket | null = null;

function openAgain(): number {
  try {
    const stdout = fstatSync(1);
    if (stdout.isFile()) return 1;
    if (stdout.isSocket()) return withFlag();
    return openSync("/proc/self/fd/1", constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return withFlag();
  }
}

/** Node sets the flag of a descriptor that it makes a socket of. */
function withFlag(): number {
  try {
    socket = new Socket({ fd: 1, readable: false, writable: true });
    socket.on("error", () => {}).unref();
  } catch {
    // Standard output is closed, or of a kind that never blocks.
  }
  return 1;
}

/** All loggers of a process share standard output. */
export const output = new LogOutput();
