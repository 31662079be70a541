import { recordsOf, type BookingRecord, type Caller, type Query } from "./caller.ts";
import type { Exchange } from "./exchange.ts";
import { at, expect, expectError, expectStatus, show } from "./expect.ts";

/** The booking ids of a list, sorted, so that two sets can be compared. */
export function idsOf(records: readonly BookingRecord[]): string[] {
  return records.map((record) => String(record["booking"])).toSorted();
}

/** When a record's slot starts, in milliseconds since 1970. */
export function startOf(record: BookingRecord): number {
  const start = Date.parse(String(record["slot_starting_at"]));
  expect(!Number.isNaN(start), `slot_starting_at is no time: ${show(record["slot_starting_at"])}`);
  return start;
}

/** `total_count` as a caller reads it: a missing field is zero. */
export function totalOf(exchange: Exchange): number {
  expectStatus(exchange, 200, "the list");
  const total = at(exchange.answer.json, "total_count") ?? 0;
  expect(typeof total === "number", `total_count: expected a number, received ${show(total)}`);
  expect(
    total >= recordsOf(exchange).length,
    `total_count is ${total}, and the page alone holds ${recordsOf(exchange).length} bookings`,
  );
  return total;
}

/** Throws a `Breach` unless the query is a 500 whose message names the parameter. */
export async function expectRefusedParameter(
  caller: Caller,
  query: Query,
  parameter: RegExp,
): Promise<void> {
  const exchange = await caller.list(query);
  const message = expectError(exchange, 500, "the request is at fault");
  expect(
    parameter.test(message),
    `the message does not say which parameter is at fault: ${show(message)}`,
  );
}

/** The instant in the interface's form, without a fraction that is zero. */
export function utc(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}
