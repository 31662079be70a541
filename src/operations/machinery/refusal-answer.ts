type Text<R> = string | ((refusal: R) => string);

/** How a refusal is answered: over HTTP, and as a sentence on both ways. */
export interface Answer<R> {
  readonly status: number;
  readonly title: string;
  readonly headers?: (refusal: R) => Record<string, string>;
  /** Members beyond those of RFC 9457. */
  readonly more?: (refusal: R) => object;
  /** What happened, without an account's name or a value that was sent. */
  readonly what: Text<R>;
  /** What happened, with names, for the command line. Absent: `what`. */
  readonly named?: (refusal: R) => string;
  /** What to do, in terms of the API's fields. */
  readonly inApi?: Text<R>;
  /** What to do, in terms of commands and flags. */
  readonly inCommand?: Text<R>;
  /** What to do, for a person at the console, where `inApi` names a field. */
  readonly inConsole?: Text<R>;
}

export const unknownThing = { status: 404, title: "There is no such thing" } as const;
export const conflict = { status: 409, title: "The state does not allow it" } as const;
export const malformed = { status: 400, title: "The request is malformed" } as const;
export const changed = { status: 412, title: "It was changed meanwhile" } as const;

/** The reader of a sentence: a client of the operator API, or a user of the command line or of the console. */
export type Face = "api" | "command" | "console";

/** A sentence: what happened and what to do. */
export function sentenceOf<R>(
  { what, named, inApi, inCommand, inConsole = inApi }: Answer<R>,
  refusal: R,
  face: Face,
): string {
  const written = (text: Text<R>) => (typeof text === "string" ? text : text(refusal));
  const advice = { api: inApi, command: inCommand, console: inConsole }[face];
  const happened = written(face === "command" && named !== undefined ? named : what);
  return advice === undefined ? `${happened}.` : `${happened}: ${written(advice)}.`;
}
