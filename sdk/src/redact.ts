/** Shorter texts would match everywhere and protect nothing. */
const shortestSecret = 4;
const longestText = 500;

/** The text without these secrets, cut to a sentence or two. */
export function redact(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    for (const spelling of spellings(secret)) {
      redacted = redacted.replaceAll(spelling, "[redacted]");
    }
  }
  return redacted.length > longestText ? `${redacted.slice(0, longestText)}…` : redacted;
}

/** The secret as plain text, in a query of this library, in another URL, and in JSON. */
function spellings(secret: string): readonly string[] {
  return [
    secret,
    new URLSearchParams([["", secret]]).toString().slice(1),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ];
}

/** Causes of causes that are kept: an error's may lead back to it. */
const causesMax = 8;

/**
 * The printable part of an external error, such as one of `fetch`: its name, code and message. Some errors
 * hold the whole request with its headers.
 */
export function redactedError(
  error: unknown,
  secrets: readonly string[],
  causesLeft = causesMax,
): Error {
  const facts: object = typeof error === "object" && error !== null ? error : { message: error };
  const { name, message, code, cause } = facts as Record<string, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? redact(value, secrets) : undefined);
  const copy = new Error(text(message));
  copy.name = text(name) ?? "Error";
  delete copy.stack;
  if (typeof code === "string") Object.assign(copy, { code: text(code) });
  if (cause instanceof Error && cause !== error && causesLeft > 0) {
    copy.cause = redactedError(cause, secrets, causesLeft - 1);
  }
  return copy;
}
