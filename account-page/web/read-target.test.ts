import assert from "node:assert/strict";
import { test } from "node:test";
import { readTarget } from "./read-target.ts";

test("a request's target is a path with its query", () => {
  assert.equal(readTarget("/bookings/past?page=2").pathname, "/bookings/past");
  assert.equal(readTarget("/bookings?page=2").search, "?page=2");
});

test("no target becomes the address of another host, in whatever way it is written", () => {
  for (const target of [
    undefined,
    "*",
    "http://elsewhere.example/",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/x/..//elsewhere.example",
    "/.//elsewhere.example",
    "/%2e%2E//elsewhere.example",
    "/\t/elsewhere.example",
  ]) {
    const { pathname } = readTarget(target);
    // The URL as a browser resolves it in a link.
    assert.equal(new URL(`${pathname}?language=fr`, "http://page/").host, "page", target);
  }
});
