import assert from "node:assert/strict";
import { isRefused, type ListRefusal } from "../../src/domain/refusal.ts";
import { render } from "../../src/http/call/answers.ts";
import { readBookingsQuery, parseQueryString } from "../../src/http/endpoints/bookings-query.ts";
import type { BookingsQuery } from "../../src/usecases/list-bookings.ts";

const pageSizeMax = 1000;

/** Reads a query string; `external_id=CUST-1001` stands before it. */
export function readQuery(text: string, most = pageSizeMax): BookingsQuery {
  const query = readWhole(`external_id=CUST-1001&${text}`, most);
  if (isRefused<ListRefusal>(query)) assert.fail(`${text}: ${JSON.stringify(query.refused)}`);
  return query;
}

export function queryRefusal(text: string): ListRefusal {
  return refusalOfWhole(`external_id=CUST-1001&${text}`);
}

export function refusalOfWhole(text: string): ListRefusal {
  const query = readWhole(text);
  return isRefused<ListRefusal>(query) ? query.refused : assert.fail(`${text} was accepted`);
}

export function readWhole(text: string, most = pageSizeMax) {
  const parameters = parseQueryString(text);
  assert.ok(!isRefused(parameters), text);
  return readBookingsQuery(parameters, most);
}

/** It is refused as malformed, and the answer is a 500 that names the parameter (R73, R100). */
export function assertMalformed(parameter: string, values: readonly string[]): void {
  for (const value of values) {
    const refused = queryRefusal(`${parameter}=${value}`);
    assert.equal(refused.why, "parameter-malformed", `${parameter}=${value}`);
    const { status, body } = render(refused) as { status: number; body: { message: string } };
    assert.equal(status, 500);
    assert.ok(body.message.startsWith(`${parameter} must be `), body.message);
    assert.ok(!body.message.includes("undefined"));
  }
}
