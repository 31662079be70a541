import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { actions } from "../src/pages/audit/actions.ts";

test("the console offers every action that the audit log can have, to filter by", () => {
  const store = globSync("src/store/**/*.ts").filter(
    (file) => !file.endsWith(".test.ts") && !file.startsWith("src/store/postgres/"),
  );
  const told = store.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/"([a-z]+ (?:[a-z]+ed|import begun))"/g)].map(
      ([, words = ""]) => words,
    ),
  );
  assert.deepEqual([...new Set(told)].toSorted(), actions.toSorted());
});
