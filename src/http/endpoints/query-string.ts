import type { ListRefusal, Refused } from "../../domain/refusal.ts";

/** The parameters of a query string, each with all its values in order. */
export type QueryParameters = ReadonlyMap<string, readonly string[]>;

/** Reads percent-encoded UTF-8 strictly, and `+` as a space, as in forms. */
export function parseQueryString(text: string): QueryParameters | Refused<ListRefusal> {
  const parameters = new Map<string, string[]>();
  for (const pair of text.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decodeFormText(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decodeFormText(pair.slice(equals + 1));
    if (name === null || value === null) return { refused: { why: "query-malformed" } };
    const values = parameters.get(name);
    if (values === undefined) parameters.set(name, [value]);
    else values.push(value);
  }
  return parameters;
}

/** Form-encoded text, decoded; null when it is not percent-encoded UTF-8. */
export function decodeFormText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
