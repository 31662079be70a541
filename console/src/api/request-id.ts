/**
 * Makes a request id, by which a result is found or the request repeated. `crypto.randomUUID` is missing
 * where the page was loaded over plain HTTP from another machine.
 */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
