import type { BadLine } from "./data-line.ts";

/** A bad line as a person reads it. */
export function badLineText({ line, kind, key, field, expected }: BadLine): string {
  const what = [kind, key, field].filter((part) => part !== null).join(" ");
  // A key may hold anything, control characters for a terminal included.
  const safe = what.replaceAll(/\p{Cc}/gu, "\uFFFD");
  return `line ${line}: ${safe}${safe === "" ? "" : ": "}expected ${expected}`;
}
