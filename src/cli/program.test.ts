import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { describe, test } from "node:test";
import type { Command } from "commander";
import type { CommandContext } from "./command-context.ts";
import { createProgram } from "./program.ts";

const untouched = () => assert.fail("help touches nothing");
const context: CommandContext = {
  json: false,
  width: 80,
  standardInput: new PassThrough(),
  standardOutput: new PassThrough(),
  drawsProgress: false,
  readSettings: untouched,
  print: untouched,
  say: untouched,
  withStore: untouched,
  audit: untouched,
};

function leaves(command: Command, words: readonly string[]): { words: string; command: Command }[] {
  if (command.commands.length === 0) return [{ words: words.join(" "), command }];
  return command.commands.flatMap((child) => leaves(child, [...words, child.name()]));
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 60 });
  command.outputHelp();
  return text;
}

describe("help", () => {
  const all = leaves(createProgram(context), ["booking"]);

  test("knows the commands of the contract", () => {
    const words = new Set(all.map((leaf) => leaf.words));
    for (const name of ["serve", "account host add", "credential rotate", "check-in", "trace"]) {
      assert.ok(words.has(`booking ${name}`), name);
    }
  });

  for (const { words, command } of all) {
    test(`of \`${words}\` says what it does and shows an example`, () => {
      const help = helpOf(command);
      assert.match(command.description(), /^[A-Z].*\.$/);
      assert.ok(help.includes("Example:\n") && help.includes(`booking ${words.slice(8)}`), help);
    });
  }

  test("never offers to take a secret as a flag", () => {
    for (const { command, words } of all) {
      for (const { long } of command.options)
        assert.doesNotMatch(long ?? "", /secret|token|key/, words);
    }
  });
});
