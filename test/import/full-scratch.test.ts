import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { DatabaseUnavailable } from "../../src/store/engine.ts";
import { intercept } from "../harness/intercept.ts";
import { generatedFile } from "./generated.ts";
import { startImporting } from "./importing.ts";

test("an import that finds no space for its check names TMPDIR, and writes nothing", async () => {
  await using importing = await startImporting();
  const before = importing.contents();
  // The scratch database may have 400 KB, which is where its disk is full.
  const undo = intercept(DatabaseSync.prototype, "exec", (_self, words) => {
    const text = String(words[0]);
    return text.includes("temp_store = file") ? [`pragma max_page_count = 100; ${text}`] : words;
  });
  try {
    await assert.rejects(importing.import(generatedFile(2_000)), (error) => {
      assert.ok(error instanceof DatabaseUnavailable, String(error));
      assert.match(error.message, /folder for temporary files.*TMPDIR/);
      return true;
    });
  } finally {
    undo();
  }
  assert.deepEqual(importing.contents(), before);
});
