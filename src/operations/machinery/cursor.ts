import { BadInput } from "./validation.ts";
import { isUuid } from "../../domain/identifier.ts";

type Part = string | number | null;

/** The end of a page, opaque to the client that sends it back. */
export function formatCursor(parts: readonly Part[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Reads a cursor with parts of these types; throws `BadInput` for anything else. */
export function readCursor<const Types extends readonly ("string" | "number" | "uuid")[]>(
  text: string,
  types: Types,
): { -readonly [I in keyof Types]: Types[I] extends "number" ? number : string } {
  const parts = parse(text);
  const fits =
    Array.isArray(parts) &&
    parts.length === types.length &&
    types.every((type, index) => {
      const part: unknown = parts[index];
      if (type === "number") return Number.isSafeInteger(part);
      return isText(part) && (type === "string" || isUuid(part));
    });
  if (!fits) throw new BadInput("cursor", "must be the next_cursor of an answer, unchanged");
  return parts as never;
}

/** PostgreSQL takes no NUL in a value. */
function isText(part: unknown): part is string {
  return typeof part === "string" && !part.includes("\0");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
}

/** One page of rows. The query reads one more than `limit`, which shows whether another page follows. */
export function pageOf<T>(
  found: readonly T[],
  limit: number,
  show: (item: T) => object,
  cursorOf: (last: T) => readonly Part[],
): { readonly items: readonly object[]; readonly next_cursor: string | null } {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(show),
    next_cursor: found.length > limit && last !== undefined ? formatCursor(cursorOf(last)) : null,
  };
}
