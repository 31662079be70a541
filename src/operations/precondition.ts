import { createHash } from "node:crypto";
import type { Order } from "./operation.ts";

/** A strong validator of what an answer shows. */
export function etagOf(shown: object): string {
  const hash = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return `"${hash.slice(0, 27)}"`;
}

/** Whether `If-Match` names the stored value; `current` null: none is stored. */
export function matchesEtag(ifMatch: string, current: object | null): boolean {
  if (current === null) return false;
  if (ifMatch.trim() === "*") return true;
  const etag = etagOf(current);
  return ifMatch.split(",").some((part) => part.trim() === etag);
}

/** Checks that the stored value is the one that the editor saw; `ifMatch` null: none may be stored. */
export function sawThat(ifMatch: string | null) {
  return (before: object | null): boolean =>
    ifMatch === null ? before === null : matchesEtag(ifMatch, before);
}

/** The precondition of a request; null when it has none. */
export function preconditionOf({
  ifMatch,
  ifNoneMatch,
}: Pick<Order<never, never, never>, "ifMatch" | "ifNoneMatch">) {
  if (ifMatch !== null) return sawThat(ifMatch);
  return ifNoneMatch?.trim() === "*" ? sawThat(null) : null;
}
