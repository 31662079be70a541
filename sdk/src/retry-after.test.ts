import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.parse("2030-01-01T00:00:00Z");
const read = (headers: Record<string, string>, at = now) =>
  retryAfterMs({ header: (name) => headers[name] ?? null }, at);

describe("Retry-After", () => {
  test("in seconds, in milliseconds here", () => {
    assert.equal(read({ "retry-after": "7" }), 7000);
    assert.equal(read({ "retry-after": " 0 " }), 0);
  });
  test("as a date, counted from the answer's own Date", () => {
    const date = "Tue, 01 Jan 2030 05:00:00 GMT";
    const then = "Tue, 01 Jan 2030 05:00:30 GMT";
    assert.equal(read({ "retry-after": then, date }), 30_000);
    assert.equal(read({ "retry-after": then }, Date.parse(date)), 30_000);
  });
  test("a date that is over asks for no wait", () => {
    assert.equal(read({ "retry-after": "Mon, 31 Dec 2029 00:00:00 GMT" }), 0);
  });
  test("a very long wait is a long wait, and no invitation to come back at once", () => {
    for (const value of ["999999999", "99999999999", "9".repeat(400)]) {
      const wait = read({ "retry-after": value });
      assert.ok(wait !== null && wait >= 999_999_999_000 && Number.isFinite(wait), value);
    }
  });
  test("nothing, and what cannot be read, says nothing", () => {
    for (const value of ["", "soon", "-5", "1e3"]) {
      assert.equal(read({ "retry-after": value }), null, value);
    }
    assert.equal(read({}), null);
  });
});
