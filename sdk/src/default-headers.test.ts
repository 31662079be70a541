import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readDefaultHeaders } from "./default-headers.ts";

describe("the headers that every request carries", () => {
  test("none are none", () => {
    assert.deepEqual(readDefaultHeaders(undefined)(), {});
  });
  test("their names are in lower case, so that none is there twice", () => {
    assert.deepEqual(readDefaultHeaders({ "X-Gateway-Key": "é, 1" })(), {
      "x-gateway-key": "é, 1",
    });
  });
  test("a function is called for each request", () => {
    let calls = 0;
    const headers = readDefaultHeaders(() => ({ "x-call": `${(calls += 1)}` }));
    assert.deepEqual([headers(), headers()], [{ "x-call": "1" }, { "x-call": "2" }]);
  });

  for (const name of ["Authorization", "content-type", "Idempotency-Key", "X-Request-Id", "Host"]) {
    test(`${name} is the client's own`, () => {
      assert.throws(() => readDefaultHeaders({ [name]: "v" }), {
        name: "RequestError",
        message: new RegExp(`${name} is set by the client`),
      });
    });
  }
  for (const [what, headers] of [
    ["a line break in a value", { "x-key": "hunter2\r\nx-other: 1" }],
    ["a value that is no text", { "x-key": 5 as unknown as string }],
    ["a value beyond Latin-1", { "x-key": "hunter2 ✓" }],
    ["an empty name", { "": "hunter2" }],
    ["a colon in a name", { "x:y": "hunter2" }],
  ] as const) {
    test(`${what} is refused, and not repeated`, () => {
      const isClear = (error: Error) =>
        error.name === "RequestError" && !error.message.includes("hunter2");
      assert.throws(() => readDefaultHeaders(headers), isClear);
      assert.throws(() => readDefaultHeaders(() => headers)(), isClear);
    });
  }
  test("a function that throws is a RequestError", () => {
    const headers = readDefaultHeaders(() => {
      throw new Error("no context");
    });
    assert.throws(headers, ({ name, message, cause }: Error) => {
      assert.deepEqual([name, (cause as Error).message], ["RequestError", "no context"]);
      return /headers\(\) failed/.test(message);
    });
  });
});
