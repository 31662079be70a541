import type { BadLine } from "./data-line.ts";

/** A bad line as a person reads it. */
export function badLineText({ line, kind, key, field, expected }: BadLine): string {
  const what = [kind, key, field].filter((part) => part !== null).join(" ");
  const safe = printable(what);
  return `line ${line}: ${safe}${safe === "" ? "" : ": "}expected ${expected}`;
}

/** A text of a file for a terminal: it may hold anything, control characters included. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "\uFFFD");
}
