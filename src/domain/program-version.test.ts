import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { isAtLeast, programVersion } from "./program-version.ts";

describe("the program's version", () => {
  test("is that of package.json", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    assert.equal(programVersion, version);
    assert.match(programVersion, /^\d+\.\d+\.\d+$/);
  });

  for (const [version, oldest, holds] of [
    ["0.1.0", "0.1.0", true],
    ["0.2.0", "0.1.9", true],
    ["0.10.0", "0.9.0", true],
    ["1.0.0", "0.99.99", true],
    ["0.1.0", "0.1.1", false],
    ["0.9.0", "0.10.0", false],
    ["0.1.0", "", false],
    ["0.1.0", "later", false],
  ] as const) {
    test(`${version} ${holds ? "is" : "is not"} ${oldest === "" ? "nothing" : oldest} or later`, () => {
      assert.equal(isAtLeast(version, oldest), holds);
    });
  }
});
