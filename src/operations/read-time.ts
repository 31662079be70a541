import { parseInstant } from "../domain/instant.ts";
import { BadInput } from "./validation.ts";

/** Reads a time to the millisecond; throws `BadInput` for anything else. */
export function readTime(field: string, text: string): number {
  const instant = parseInstant(text);
  if (instant === null || !Number.isInteger(instant)) {
    throw new BadInput(field, "must be RFC 3339 to the millisecond, such as 2030-05-01T08:00:00Z");
  }
  return instant;
}

/** Reads the bounds of a range, both included. */
export function readBounds({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): { readonly from?: number; readonly to?: number } {
  return {
    ...(from !== undefined && { from: readTime("from", from) }),
    ...(to !== undefined && { to: readTime("to", to) }),
  };
}
