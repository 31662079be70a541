import assert from "node:assert/strict";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** A page that sends its reader to a file that has moved sends nobody anywhere. */
const pages = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "STYLE.md"];
const entries = new Set(readdirSync("."));

for (const page of pages.filter((name) => existsSync(name))) {
  test(`every path and every link of ${page} leads to something`, () => {
    const text = readFileSync(page, "utf8");
    const named = [...text.matchAll(/`([\w./*-]+)`/g)].map(([, path = ""]) => path);
    const linked = [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g)].map(([, path = ""]) => path);
    const paths = [
      ...named.filter((path) => path.includes("/") && entries.has(path.split("/")[0] ?? "")),
      ...linked,
    ];
    assert.ok(paths.length > 3, `only ${paths.length} paths were seen`);
    assert.deepEqual(
      paths.filter((path) => globSync(path).length === 0),
      [],
    );
  });
}
