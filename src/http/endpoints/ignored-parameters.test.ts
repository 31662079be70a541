import assert from "node:assert/strict";
import { test } from "node:test";
import { ignoredNames } from "./ignored-parameters.ts";

const known = new Set(["external_id", "page_size"]);

/** The value of X-Ignored-Parameters; null when there is no such header. */
function headerFor(given: readonly string[]): string | null {
  return ignoredNames(given, known);
}

test("what was ignored is named, each once and in the order sent (A17)", () => {
  assert.equal(headerFor(["external_id", "public_key"]), "public_key");
  assert.equal(headerFor(["b", "page_size", "a", "b"]), "b, a");
  assert.equal(headerFor(["Page_Size", "external_id[]"]), "Page_Size, external_id%5B%5D");
});

test("names that every object answers to are no known parameters", () => {
  assert.equal(headerFor(["__proto__", "constructor"]), "__proto__, constructor");
});

test("where nothing was ignored there is no header", () => {
  assert.equal(headerFor([]), null);
  assert.equal(headerFor([""]), null);
  assert.equal(headerFor(["external_id", "page_size", "page_size"]), null);
});

test("no name can break out of the header, however it is written", () => {
  for (const name of ["a\r\nset-cookie: x=1", "a, b", "ë", "😀", "\0", "\ud800", 'a"b', "a\tb"]) {
    assert.match(headerFor([name]) ?? "", /^[\x21-\x7e]+$/);
  }
  assert.equal(headerFor(["a, b"]), "a%2C%20b");
});

test("at most twenty names are listed, each of at most 64 characters", () => {
  const many = Array.from({ length: 1000 }, (_, index) => `n${index}`);
  assert.equal(headerFor(many)?.split(", ").length, 20);
  assert.equal(headerFor(["external_id", ...many])?.split(", ")[0], "n0");
  const long = headerFor(many.map((name) => name + "é".repeat(10_000))) ?? "";
  assert.ok(long.split(", ").every((name) => decodeURIComponent(name).length <= 64));
});
