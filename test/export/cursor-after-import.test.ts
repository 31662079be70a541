import assert from "node:assert/strict";
import { test } from "node:test";
import { generatedFile } from "../import/generated.ts";
import { imported, startImporting } from "../import/importing.ts";
import { runCommandHere } from "../harness/command-here.ts";

test("the cursor of an export stands behind a large import that nobody has followed", async () => {
  await using importing = await startImporting();
  await imported(importing, generatedFile(10_100));
  const account = "acme/production";
  const { err } = await runCommandHere(importing.databaseUrl, ["export", account]);
  const { cursor } = JSON.parse(err.trimEnd().split("\n").at(-1) ?? "");
  const words = ["changes", account, "--after", cursor];
  const { status, out } = await runCommandHere(importing.databaseUrl, words);
  assert.deepEqual([status, out], [0, ""]);
});
