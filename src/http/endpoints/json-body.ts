const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object that a body holds; null when it holds anything else, or no valid UTF-8. */
export function parseJsonObject(body: Buffer): Record<string, unknown> | null {
  const text = decodeBody(body);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The text of a body; null when it is no valid UTF-8. */
export function decodeBody(body: Buffer): string | null {
  try {
    return utf8.decode(body);
  } catch {
    return null;
  }
}
