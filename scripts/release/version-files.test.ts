import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { programVersion } from "../../src/domain/program-version.ts";
import { versionFiles, withVersion } from "./version-files.ts";

describe("the files that say the version", () => {
  for (const [file, places] of Object.entries(versionFiles)) {
    test(`${file} says this one, and takes another in each of its places`, () => {
      const text = readFileSync(file, "utf8");
      assert.equal(withVersion(text, places, programVersion), text);
      const next = withVersion(text, places, "999.8.7");
      assert.equal(next.split("999.8.7").length - 1, places.length);
      if (file.endsWith(".json")) JSON.parse(next);
    });
  }

  test("a file without the place is refused", () => {
    assert.throws(() => withVersion("{}", [/(version: )x()/], "1.0.0"), /No place/);
  });
});
