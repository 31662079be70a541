import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { operationTypes } from "./generate.ts";

test("the client's types are made of the operator API's document", async () => {
  const committed = new URL("operations.d.ts", import.meta.url);
  const made = await operationTypes();
  if (process.env["UPDATE"] === "1") writeFileSync(committed, made);
  assert.equal(readFileSync(committed, "utf8"), made);
});
