import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { codeFiles, findImports, readImports } from "./imports.ts";

const forms: readonly (readonly [string, boolean])[] = [
  [`import a from "./x.ts";`, false],
  [`import * as a from "./x.ts";`, false],
  [`import { a } from "./x.ts";`, false],
  [`import {\n  a,\n  b as c,\n} from './x.ts'`, false],
  [`import { type A } from "./x.ts";`, false],
  [`import "./x.ts";`, false],
  [`import data from "./x.ts" with { type: "json" };`, false],
  [`const before = 1; import { a } from "./x.ts";`, false],
  [`export { a } from "./x.ts";`, false],
  [`export * from "./x.ts";`, false],
  [`export * as a from "./x.ts";`, false],
  [`const a = await import("./x.ts");`, false],
  ["const a = await import(`./x.ts`);", false],
  [`import a = require("./x.ts");`, false],
  [`import type { A } from "./x.ts";`, true],
  [`import type A from "./x.ts";`, true],
  [`export type { A } from "./x.ts";`, true],
  [`export type * from "./x.ts";`, true],
  [`type A = import("./x.ts").A;`, true],
  [`type A = typeof import("./x.ts");`, true],
];

for (const [text, typeOnly] of forms) {
  test(`an import is seen in ${text.replaceAll("\n", " ")}`, () => {
    const expected = [{ from: "src/a/y.ts", target: "src/a/x.ts", local: true, typeOnly }];
    assert.deepEqual(findImports("src/a/y.ts", text), expected);
  });
}

test("no import is seen in a comment, a string, or an export of the file's own", () => {
  const text = `// import "./x.ts";\nexport const a = 'import "./x.ts"';\nexport { a as b };`;
  assert.deepEqual(findImports("src/a/y.ts", text), []);
});

test("a file that cannot be parsed is reported", () => {
  assert.throws(() => findImports("src/a/y.ts", "import {"), /src\/a\/y\.ts cannot be parsed/);
});

test("the walk sees the code, and every relative import leads to a file", () => {
  assert.ok(codeFiles.length > 1_000, `only ${codeFiles.length} files`);
  const imports = codeFiles.flatMap(readImports);
  assert.ok(imports.length > 5_000, `only ${imports.length} imports`);
  const local = imports.filter((found) => found.local);
  assert.ok(local.length > 4_000, `only ${local.length} imports of files`);
  assert.deepEqual(
    local.filter(({ target }) => !existsSync(target)),
    [],
  );
});
