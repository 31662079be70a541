import { isatty, WriteStream } from "node:tty";
import { styleText } from "node:util";
import type { Settings } from "./settings.ts";

/** How lines of JSON are dressed for standard output; null where they stay as they are. */
export function chooseDress(format: Settings["logFormat"]): ((lines: string) => string) | null {
  const isTerminal = isatty(1);
  if (format === "json" || (format === "auto" && !isTerminal)) return null;
  // The depth heeds NO_COLOR, FORCE_COLOR and TERM.
  const hasColours = isTerminal && WriteStream.prototype.getColorDepth() > 1;
  return (lines) => readableLines(lines, hasColours);
}

type Style = Parameters<typeof styleText>[0];

const styles: Readonly<Record<string, Style>> = {
  fatal: ["red", "bold"],
  error: "red",
  warn: "yellow",
  info: "green",
  debug: "blue",
  trace: "gray",
};

/**
 * Log lines for a person: time, level, message and `name=value`; stacks below. A line that is no JSON stays.
 *
 * `pino-pretty` (13.2.0, tried on 29 November 2026) writes line ends of a message and C1 controls and bidi marks of a
 * value as they are, so that a value forges lines or drives the terminal. It has 18 packages below it and takes 81 ms to
 * import.
 */
export function readableLines(lines: string, hasColours: boolean): string {
  const style = (kind: Style, text: string) =>
    hasColours ? styleText(kind, text, { validateStream: false }) : text;
  return lines
    .split("\n")
    .map((line) => readableLine(line, style))
    .join("\n");
}

function readableLine(line: string, style: (style: Style, text: string) => string): string {
  const read = readObject(line);
  if (read === null) return line;
  const { level, time, msg, fault, ...fields } = read;
  const name = String(level);
  const pairs = Object.entries(fields).map(
    ([key, value]) => style("cyan", `${key}=`) + shown(value),
  );
  const head = [
    style("gray", shown(time)),
    style(styles[name] ?? "reset", name.toUpperCase().padEnd(5)),
    ...(msg === undefined ? [] : [style("bold", shown(msg, true))]),
    ...pairs,
  ].join(" ");
  return [head, ...stacksOf(fault).map((each) => style("gray", `  ${each}`))].join("\n");
}

function readObject(line: string): Record<string, unknown> | null {
  if (!line.startsWith("{")) return null;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** Quoted where it is more than a word. */
function shown(value: unknown, isSentence = false): string {
  if (typeof value !== "string") return visible(JSON.stringify(value) ?? "");
  const isPlain = isSentence || /^[^\s"=]+$/.test(value);
  return visible(isPlain ? value : JSON.stringify(value));
}

/** A terminal obeys no character of a value. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}

function stacksOf(fault: unknown): string[] {
  const { stack, cause } = (fault ?? {}) as { readonly stack?: unknown; readonly cause?: unknown };
  return [stack, cause].flatMap((text) =>
    typeof text === "string" ? text.split("\n").map(visible) : [],
  );
}
