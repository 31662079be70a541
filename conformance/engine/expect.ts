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

/** Throws a `Breach` where the answer is a success; any refusal passes. */
export function expectRefused(exchange: Exchange, when: string): void {
  const { status } = exchange.answer;
  expect(status >= 400, `${when}: expected it refused, received status ${status}`, exchange);
}

/** Throws a `Breach` unless nothing is served there. A 500 means that a request was understood. */
export function expectNotServed(exchange: Exchange, when: string): void {
  const { status } = exchange.answer;
  const good = (status >= 400 && status < 500) || status === 501;
  expect(good, `${when}: expected status 404 or the like, received ${status}`, exchange);
}

/** Throws a `Breach` unless both are the same JSON value, in any order of keys. */
export function expectEqual(received: unknown, wanted: unknown, what: string): void {
  expect(
    JSON.stringify(sorted(received)) === JSON.stringify(sorted(wanted)),
    `${what}: expected ${show(wanted)}, received ${show(received)}`,
  );
}

/**
 * Throws a `Breach` unless two answers are the same. An answer may repeat the requested value, so that is
 * removed from each.
 */
export function expectSameAnswer(
  [one, named]: readonly [Exchange, string],
  [other, otherNamed]: readonly [Exchange, string],
  what: string,
): void {
  const without = ({ answer: { text, json } }: Exchange, name: string): unknown => {
    if (json === undefined) return text;
    return JSON.parse(JSON.stringify(json).replaceAll(JSON.stringify(name).slice(1, -1), "…"));
  };
  expectEqual(one.answer.status, other.answer.status, what);
  expectEqual(without(one, named), without(other, otherNamed), what);
}

/** The value's fields; none where it is not an object. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The value with the keys of its objects in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}

/** The field at a dotted path, such as `activity.title`. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce((found: unknown, name) => objectOf(found)[name], value);
}

/** A value for a sentence: JSON, truncated; undefined reads "absent". */
export function show(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
