import { matchesEtag } from "./etag.ts";
import type { Order } from "./route.ts";

/** Whether what stands there is what its editor saw; `ifMatch` null: nothing may stand there. */
export function sawThat(ifMatch: string | null) {
  return (before: object | null): boolean =>
    ifMatch === null ? before === null : matchesEtag(ifMatch, before);
}

/** What must stand there; null when nothing was said about it. */
export function preconditionOf({
  ifMatch,
  ifNoneMatch,
}: Pick<Order<never, never, never>, "ifMatch" | "ifNoneMatch">) {
  if (ifMatch !== null) return sawThat(ifMatch);
  return ifNoneMatch?.trim() === "*" ? sawThat(null) : null;
}
