import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
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

  test("no other file of deploy/, docs/ or sdk/ names an artefact of a version", () => {
    const pages = ["README.md", "{deploy,docs,sdk}/**/*.{md,yaml,yml,service}"];
    const named = /(?:booking(?:-service)?(?:-client)?[:-]|newTag: |BOOKING_VERSION=)\d+\.\d+\.\d+/;
    const found = globSync(pages, {
      exclude: (name) => name === "node_modules" || name === "dist",
    }).filter((file) => named.test(readFileSync(file, "utf8")));
    assert.deepEqual(
      found.filter((file) => !Object.hasOwn(versionFiles, file)),
      [],
    );
    assert.ok(found.includes("deploy/kubernetes/kustomization.yaml"));
  });

  test("a file without the place is refused", () => {
    assert.throws(() => withVersion("{}", [/(version: )x()/], "1.0.0"), /No place/);
  });
});
