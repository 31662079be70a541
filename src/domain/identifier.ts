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

/**
 * Makes a UUID of version 7 (RFC 9562) from one of version 4 and the time in milliseconds. UUIDs of one time
 * sort close together, so rows that are written together lie on few pages of an index. Random keys would each
 * change a page of their own. V8 writes the parts of the time, which are small integers, faster than the whole.
 */
export function orderedUuid(random: string, now: number): string {
  const hex = (part: number, digits: number) => part.toString(16).padStart(digits, "0");
  return `${hex(Math.trunc(now / 0x10000), 8)}-${hex(now % 0x10000, 4)}-7${random.slice(15)}`;
}

/**
 * The key of one attempt at a change, of which each changes a row and an index entry: shorter than a UUID, and as random. It
 * begins with the time, so that the keys of one time stand together and old ones are found by the key alone.
 */
export function attemptKey(random: string, now: number): string {
  const bits = Buffer.from(random.slice(-12) + random.slice(0, 6), "hex");
  return firstAttemptKey(now) + bits.toString("base64url");
}

/** No key of this time or later sorts before it. */
export function firstAttemptKey(now: number): string {
  return now.toString(36).padStart(9, "0");
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The `traceparent` of a request, by which a tracing system finds the request's log line; null where it is
 * missing or has not the form of W3C Trace Context, since a log holds no text of a caller's choice.
 */
export function readTraceparent(given: string | string[] | undefined): string | null {
  return typeof given === "string" && form.test(given) ? given : null;
}
