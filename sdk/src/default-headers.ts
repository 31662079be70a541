import { RequestError } from "./errors.ts";
import { redactedError } from "./redact.ts";

/** Headers by name, or a function that gives them for each request. */
export type DefaultHeaders =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>>);

/** The client sets these itself: another value would break the call or the retries. */
const ownHeaders: ReadonlySet<string> = new Set([
  "accept",
  "authorization",
  "content-length",
  "content-type",
  "host",
  "idempotency-key",
  "x-cancel-reason",
  "x-request-id",
]);

/**
 * A function that gives the headers of the next request, their names in lower case. Throws a RequestError for
 * a header that is not valid HTTP or that is the client's own. The message never repeats a value.
 */
export function readDefaultHeaders(
  given: DefaultHeaders | undefined,
): () => Readonly<Record<string, string>> {
  if (typeof given === "function") return () => checked(called(given));
  const headers = checked(given ?? {});
  return () => headers;
}

function called(given: () => Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    return given();
  } catch (error) {
    throw new RequestError("headers() failed, so that nothing was sent.", {
      cause: redactedError(error, []),
    });
  }
}

function checked(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
        throw new RequestError("headers: a name is not that of an HTTP header.", {});
      }
      if (ownHeaders.has(name.toLowerCase())) {
        throw new RequestError(`headers: ${name} is set by the client itself.`, {});
      }
      if (typeof value !== "string" || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
        throw new RequestError(`headers: the value of ${name} is not that of an HTTP header.`, {});
      }
      return [name.toLowerCase(), value];
    }),
  );
}
