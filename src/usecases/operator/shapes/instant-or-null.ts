import { formatInstant } from "../../../domain/instant.ts";

/** A time as scripts read it; null where there is none. */
export function instantOrNull(instant: number | null): string | null {
  return instant === null ? null : formatInstant(instant);
}
