import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
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
const input = (): CommandContext => ({
  json: false,
  width: 80,
  standardInput: new PassThrough().end('{"kind":"group"}\n'),
  standardOutput: new PassThrough(),
  drawsProgress: false,
  readSettings: unused,
  print: unused,
  say: unused,
  withStore: unused,
  audit: unused,
});

function skipInto(skipped: string, options: { readonly dryRun?: boolean } = {}) {
  const audit = { actor: "somebody", now: 0 };
  return importSkipping(input(), account, { from: "-", skipped }, { audit, ...options });
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
