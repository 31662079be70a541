import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { temporaryFolder } from "../../test/harness/temporary-folder.ts";
import type { BadLine } from "../domain/data-file/data-line.ts";
import { isBadContent } from "../domain/data-file/parse-data-line.ts";
import { CommandFailed, type CommandContext } from "./command-context.ts";
import { importSkipping } from "./import-skipping.ts";

const nothing = { created: {}, updated: {}, unchanged: {}, kept: {}, kept_bookings: [] };
const account: Parameters<typeof importSkipping>[1] = {
  importDataFile: async (lines) => {
    const errors: BadLine[] = [];
    for await (const some of lines) {
      for (const { line, content } of some) {
        if (isBadContent(content)) errors.push({ line, ...content.bad });
      }
    }
    return errors.length > 0 ? { errors, errorCount: errors.length } : { read: 0, ...nothing };
  },
};
const unused = () => assert.fail("an import needs none of this");
const input = (content: string | Buffer): CommandContext => ({
  json: false,
  width: 80,
  standardInput: new PassThrough().end(content),
  standardOutput: new PassThrough(),
  drawsProgress: false,
  readSettings: unused,
  print: unused,
  say: unused,
  withStore: unused,
  audit: unused,
});

function skipInto(
  skipped: string,
  {
    content = '{"kind":"group"}\n',
    ...options
  }: { readonly dryRun?: boolean; readonly content?: string | Buffer } = {},
) {
  const audit = { actor: "somebody", now: 0 };
  return importSkipping(input(content), account, { from: "-", skipped }, { audit, ...options });
}

test("skipped lines that find no space leave the import, and say that it is done", async () => {
  const expected = "/dev/full cannot be written: no space is left on its disk. Make room, then run";
  await assert.rejects(skipInto("/dev/full"), (error) => {
    assert.ok(error instanceof CommandFailed);
    assert.ok(error.message.startsWith(`The good lines are imported. ${expected}`), error.message);
    return true;
  });
  await assert.rejects(skipInto("/dev/full", { dryRun: true }), (error) => {
    assert.ok(error instanceof CommandFailed && error.message.startsWith(expected));
    return true;
  });
});

test("a file of another format is refused, because all of its lines are bad", async () => {
  using folder = temporaryFolder();
  const skipped = join(folder.path, "bad.ndjson");
  for (const content of [gzipSync("{}"), '[{"kind":"group"},\n{"kind":"group"}]']) {
    await assert.rejects(skipInto(skipped, { content }), CommandFailed);
    assert.equal(readFileSync(skipped, "utf8"), "");
  }
});
