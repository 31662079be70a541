import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { releasedChangelog } from "./released-changelog.ts";

const release = { version: "0.2.0", day: "2030-05-01" };

describe("the changelog of a release", () => {
  test("has what was unreleased under the version and its day, and room for the next", () => {
    const text =
      "# Changelog\n\n## Unreleased\n\n### For callers\n\n- New.\n- More.\n\n## 0.1.0 · 2030-01-01\n\n- Old.\n";
    assert.equal(
      releasedChangelog(text, release),
      "# Changelog\n\n## Unreleased\n\n## 0.2.0 · 2030-05-01\n\n### For callers\n\n- New.\n- More.\n\n## 0.1.0 · 2030-01-01\n\n- Old.\n",
    );
  });

  test("may be the first", () => {
    assert.equal(
      releasedChangelog("# Changelog\n\n## Unreleased\n\n- New.\n", release),
      "# Changelog\n\n## Unreleased\n\n## 0.2.0 · 2030-05-01\n\n- New.\n",
    );
  });

  test("without entries is refused, unless something is to stand there", () => {
    const text = "# Changelog\n\n## Unreleased\n\n## 0.1.0 · 2030-01-01\n\n- Old.\n";
    assert.throws(() => releasedChangelog(text, release), /Nothing stands/);
    assert.match(
      releasedChangelog(text, { ...release, ifEmpty: "No change." }),
      /## 0\.2\.0 · 2030-05-01\n\nNo change\.\n\n## 0\.1\.0/,
    );
  });

  test("without the heading is refused", () => {
    assert.throws(() => releasedChangelog("# Changelog\n", release), /no heading/);
  });
});
