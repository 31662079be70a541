import assert from "node:assert/strict";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** A page must not name a file, or a name inside a file, that has moved. */
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
  test(`every name that ${page} places in a file is there`, () => {
    const text = readFileSync(page, "utf8");
    const placed = text.matchAll(/`([\w.-]+)` in `([\w./-]+\.ts)`/g);
    const lost = [...placed].filter(
      ([, name = "", path = ""]) => !existsSync(path) || !readFileSync(path, "utf8").includes(name),
    );
    assert.deepEqual(
      lost.map(([words]) => words),
      [],
    );
  });
}

test("every workflow runs what the project has", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const workflows = globSync(".github/workflows/*.yml").map((file) => readFileSync(file, "utf8"));
  const text = workflows.join("\n");
  const ran = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = ""]) => script);
  assert.deepEqual(ran, ["release"]);
  for (const script of ran) assert.ok(Object.hasOwn(scripts, script), script);
  const [file = "", ...more] = [...text.matchAll(/run: bash (\S+)/g)].map(([, path = ""]) => path);
  assert.deepEqual([existsSync(file), more], [true, []]);
});
