/**
 * An id for a request, by which to find out what came of it, or to send it again as the same one.
 * `crypto.randomUUID` is missing where the page came over plain HTTP from another machine.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
