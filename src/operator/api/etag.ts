import { createHash } from "node:crypto";

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
