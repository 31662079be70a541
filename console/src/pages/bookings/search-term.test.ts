import assert from "node:assert/strict";
import { test } from "node:test";
import { readSearchTerm } from "./search-term.ts";

const id = "2f6c1d1e-6f0e-4b52-9a34-0d5b2f1b7c11";

test("a UUID may be a booking's, a request's or a contact's", () => {
  assert.deepEqual(readSearchTerm(` ${id}\n`), { text: id, booking: id, requestId: id });
  assert.equal(readSearchTerm(id.toUpperCase()).booking, id);
});

test("other signs may be a request's id where they have its form", () => {
  assert.deepEqual(readSearchTerm("CUST-1"), {
    text: "CUST-1",
    booking: null,
    requestId: "CUST-1",
  });
  for (const text of ["Zoë", "two words", "x".repeat(129), "<b>"]) {
    assert.deepEqual(readSearchTerm(text), { text, booking: null, requestId: null });
  }
});

test("nothing is searched for where nothing stands", () => {
  assert.deepEqual(readSearchTerm("  "), { text: null, booking: null, requestId: null });
});
