import type { TObject } from "typebox";
import { BadInput } from "../bad-input.ts";

/**
 * Converts query parameters to their schemas' types: integers and booleans from text, a list from a
 * repeated name. A value that cannot be converted stays text, and the schema refuses it. An unknown
 * name is refused, because a typo could widen the result.
 */
export function readQuery(
  query: unknown,
  { properties }: TObject,
): Record<string, unknown> | BadInput {
  const values: Record<string, unknown> = {};
  for (const [name, given] of Object.entries(query as Record<string, string | string[]>)) {
    if (!Object.hasOwn(properties, name)) {
      return new BadInput("the query", `may have ${listOf(Object.keys(properties))}`);
    }
    const { type } = properties[name] as { readonly type?: string };
    if (type === "array") values[name] = [given].flat();
    else if (Array.isArray(given)) return new BadInput(name, "can be given once");
    else values[name] = readValue(given, type);
  }
  return values;
}

function listOf(names: readonly string[]): string {
  return names.length === 0 ? "no parameters" : `only ${names.join(", ")}`;
}

function readValue(text: string, type: string | undefined): unknown {
  if (type === "integer" && /^\d{1,9}$/.test(text)) return Number(text);
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}
