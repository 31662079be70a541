import assert from "node:assert/strict";
import { test } from "node:test";
import { badLineText } from "../wording.ts";

const nameless = {
  line: 3,
  kind: null,
  key: null,
  field: null,
  expected: "a JSON object",
} as const;

test("a report names what is known of a bad line, then what was expected", () => {
  assert.equal(badLineText(nameless), "line 3: expected a JSON object");
  const named = { ...nameless, kind: "slot", key: "pk_summer tasting", field: "capacity" } as const;
  assert.equal(
    badLineText({ ...named, expected: "a whole number" }),
    "line 3: slot pk_summer tasting capacity: expected a whole number",
  );
});

test("P19 no character of a file controls the terminal that shows the report", () => {
  const key = "a\u001B[2Jb\u0007\u009B";
  assert.equal(
    badLineText({ ...nameless, key }),
    "line 3: a\uFFFD[2Jb\uFFFD\uFFFD: expected a JSON object",
  );
});
