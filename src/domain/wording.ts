/** A count with its words: `1 slot`, `2 slots`. Other plurals than with an s are given. */
export function counted(count: number, words: string, plural = `${words}s`): string {
  return `${count} ${count === 1 ? words : plural}`;
}

/** The report of a bad line, for a person. */
export function badLineText({
  line,
  kind,
  key,
  field,
  expected,
}: {
  readonly line: number;
  readonly kind: string | null;
  readonly key: string | null;
  readonly field: string | null;
  readonly expected: string;
}): string {
  const what = [kind, key, field].filter((part) => part !== null).join(" ");
  const safe = printable(what);
  return `line ${line}: ${safe}${safe === "" ? "" : ": "}expected ${expected}`;
}

/** Escapes a file's text for a terminal, since it may contain control characters. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, "\uFFFD");
}
