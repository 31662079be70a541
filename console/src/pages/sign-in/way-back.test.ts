import assert from "node:assert/strict";
import { test } from "node:test";
import { wayBack } from "./way-back.ts";

test("after signing in one comes back to a page of the console, and to nowhere else", () => {
  for (const path of ["/", "/audit?actor=jo", "/at/acme/uat/slots?from=2030-05-01T08:00:00Z"]) {
    assert.equal(wayBack(path), path);
  }
  for (const elsewhere of [
    undefined,
    7,
    "",
    "audit",
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/sign-in?from=/sign-in",
  ]) {
    assert.equal(wayBack(elsewhere), "/", String(elsewhere));
  }
});
