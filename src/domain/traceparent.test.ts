import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readTraceparent } from "./identifier.ts";

const good = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

describe("a request's traceparent", () => {
  test("is kept as it came", () => {
    assert.equal(readTraceparent(good), good);
    assert.equal(readTraceparent(good.replace(/^00/, "01")), good.replace(/^00/, "01"));
    assert.equal(readTraceparent(good.replace("4bf9", "0bf9")), good.replace("4bf9", "0bf9"));
  });

  for (const [what, given] of [
    ["none", undefined],
    ["two of them", [good, good]],
    ["the forbidden version", good.replace(/^00/, "ff")],
    ["a trace id of zeros", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`],
    ["a span id of zeros", `00-4bf92f3577b34da6a3ce929d0e0e4736-${"0".repeat(16)}-01`],
    ["upper case", good.toUpperCase()],
    ["words behind it", `${good}-CUST-1`],
    ["words before it", `CUST-1-${good}`],
  ] as const) {
    test(`${what}: null`, () => {
      assert.equal(readTraceparent(given as string | string[] | undefined), null);
    });
  }
});
