import assert from "node:assert/strict";
import type { CommandResult } from "../../harness/command.ts";

/** A command ended with a sentence and no stack. */
export function assertRefused(result: CommandResult, sentence: RegExp): void {
  assert.equal(result.status, 1, result.out + result.err);
  assert.deepEqual(Object.keys(result.json), ["error"]);
  assert.deepEqual(Object.keys(result.json.error), ["message"]);
  assert.match(result.json.error.message, sentence);
  assert.doesNotMatch(result.err, /\n\s+at /, "a stack is not a sentence");
}
