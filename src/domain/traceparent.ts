const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The `traceparent` of a request, by which a tracing system finds the request's log line; null where it is
 * missing or has not the form of W3C Trace Context, since a log holds no text of a caller's choice.
 */
export function readTraceparent(given: string | string[] | undefined): string | null {
  return typeof given === "string" && form.test(given) ? given : null;
}
