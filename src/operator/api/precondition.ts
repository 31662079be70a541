import { matchesEtag } from "./etag.ts";
import type { RouteInput } from "./route.ts";

/** Checks that the stored value is the one that the editor saw; `ifMatch` null: none may be stored. */
export function sawThat(ifMatch: string | null) {
  return (before: object | null): boolean =>
    ifMatch === null ? before === null : matchesEtag(ifMatch, before);
}

/** The precondition of a request; null when it has none. */
export function preconditionOf({
  ifMatch,
  ifNoneMatch,
}: Pick<RouteInput<never, never, never>, "ifMatch" | "ifNoneMatch">) {
  if (ifMatch !== null) return sawThat(ifMatch);
  return ifNoneMatch?.trim() === "*" ? sawThat(null) : null;
}
