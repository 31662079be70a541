import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccountId } from "../../domain/account.ts";
import { OverfullPages } from "./overfull-pages.ts";

const of = (externalId: string, kind = "10", account = 1) => ({
  kind,
  accountId: account as AccountId,
  externalId,
});

test("a contact with bookings behind the first page is expected to have them again", () => {
  const pages = new OverfullPages();
  assert.equal(pages.expects(of("many")), false);
  pages.note(of("many"), true);
  // The next one that has none ends the expectation for others.
  pages.note(of("few"), false);
  assert.equal(pages.expects(of("many")), true);
  assert.equal(pages.expects(of("few")), false);
  assert.equal(pages.expects(of("many", "100")), false);
  assert.equal(pages.expects(of("many", "10", 2)), false);
  pages.note(of("many"), false);
  assert.equal(pages.expects(of("many")), false);
});

test("a page of an unknown contact is expected to be as the last one of its kind", () => {
  const pages = new OverfullPages();
  pages.note(of("one"), true);
  assert.equal(pages.expects(of("another")), true);
  assert.equal(pages.expects(of("another", "100")), false);
  pages.note(of("another"), false);
  assert.equal(pages.expects(of("third")), false);
  // A known contact says nothing about others.
  pages.note(of("one"), true);
  assert.equal(pages.expects(of("third")), false);
});

test("not more than a bounded number of contacts is remembered", () => {
  const pages = new OverfullPages();
  for (let contact = 0; contact <= 10_000; contact += 1) pages.note(of(`${contact}`), true);
  pages.note(of("few"), false);
  assert.equal(pages.expects(of("0")), false);
  assert.equal(pages.expects(of("10000")), true);
});
