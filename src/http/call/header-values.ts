import type { IncomingMessage } from "node:http";

/** All values of a header as sent; Node keeps only the first of some headers. */
export function headerValues(request: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  const { rawHeaders } = request;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? "";
    if (given.length === name.length && given.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? "");
    }
  }
  return values;
}
