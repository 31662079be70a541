import type { Exchange } from "./exchange.ts";
import { Breach } from "./outcome.ts";

/** Throws a `Breach` unless the claim is true. */
export function expect(claim: boolean, otherwise: string, shownBy?: Exchange): asserts claim {
  if (!claim) throw new Breach(otherwise, shownBy);
}

/** Throws a `Breach` unless the answer has this status, or one of these. */
export function expectStatus(
  exchange: Exchange,
  wanted: number | readonly number[],
  when: string,
): void {
  const statuses = [wanted].flat();
  const { status } = exchange.answer;
  expect(
    statuses.includes(status),
    `${when}: expected status ${statuses.join(" or ")}, received ${status}`,
    exchange,
  );
}

/** Throws a `Breach` unless the answer is an error of this status with its code and message. */
export function expectError(
  exchange: Exchange,
  wanted: number | readonly number[],
  when: string,
): string {
  expectStatus(exchange, wanted, when);
  const { code, message } = objectOf(exchange.answer.json);
  expect(
    Number.isInteger(code),
    `${when}: expected an integer code, received ${show(code)}`,
    exchange,
  );
  expect(
    typeof message === "string" && message !== "",
    `${when}: expected a message, received ${show(message)}`,
    exchange,
  );
  return message;
}

/** Throws a `Breach` unless both are the same JSON value. */
export function expectEqual(received: unknown, wanted: unknown, what: string): void {
  expect(
    JSON.stringify(received) === JSON.stringify(wanted),
    `${what}: expected ${show(wanted)}, received ${show(received)}`,
  );
}

/** The value's fields; none where it is not an object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The field at a dotted path, such as `activity.title`. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce((found: unknown, name) => objectOf(found)[name], value);
}

/** A value for a sentence: JSON, cut short; nothing at all reads "absent". */
export function show(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
