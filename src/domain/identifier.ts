import type { BookingId } from "./booking.ts";

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the text is a UUID in this service's form: 36 characters, lower case, no prefix, no braces. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

export function isBookingId(text: string): text is BookingId {
  return uuid.test(text);
}

/** The UUID of a campaign's resource name `interactions/<uuid>`; null for anything else. */
export function parseInteractionName(text: string): string | null {
  const [prefix, id, ...rest] = text.split("/");
  return prefix === "interactions" && id !== undefined && rest.length === 0 && isUuid(id)
    ? id
    : null;
}

/** Characters of an external id, at most; the id belongs to the caller's system (decision A45). */
export const externalIdMaxLength = 512;

/** Whether the text has 1 to 512 characters and no NUL, which not every engine can store. */
export function isExternalId(text: string): boolean {
  const length = text.length > externalIdMaxLength ? Array.from(text).length : text.length;
  return length >= 1 && length <= externalIdMaxLength && !text.includes("\0");
}
