import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Command, CommanderError, Option } from "commander";
import { demoCommand } from "../playground/demo/demo-command.ts";
import { sandboxCommand } from "../playground/sandbox/sandbox-command.ts";
import { runCommandHere } from "./harness/command-here.ts";
import { contextOfHelp } from "../src/cli/command-context.ts";
import { choicesOf } from "../src/cli/describe-option.ts";
import { isRepeated } from "../src/cli/given-twice.ts";
import { createProgram } from "../src/cli/program.ts";

function allBelow(command: Command, words: readonly string[] = []): [string, Command][] {
  const below = command.commands.flatMap((child) => allBelow(child, [...words, child.name()]));
  return [[words.join(" "), command], ...below];
}

const silent = { ...contextOfHelp, say: () => {} };
const commands = allBelow(createProgram(silent, [demoCommand, sandboxCommand]));

/** What stands before the value of an option that was typed once more, where that is read. */
function listOfTwo(option: Option): readonly unknown[] {
  const read = ["1", "2030-05-01", "09:30", ...choicesOf(option)].flatMap((text): unknown[] => {
    try {
      return [option.parseArg?.(text, ["first"])];
    } catch {
      return [];
    }
  });
  return read.length === 0 ? ["first"] : (read[0] as readonly unknown[]).slice(0, -1);
}

describe("a flag that is given twice", () => {
  test("is repeated, or refused, in every command", () => {
    let [refused, repeated] = [0, 0];
    for (const [words, command] of commands) {
      for (const option of command.options) {
        const give = (value: string) =>
          (command as unknown as NodeJS.EventEmitter).emit(`option:${option.name()}`, value);
        if (isRepeated(option)) {
          repeated += 1;
          assert.deepEqual(listOfTwo(option), ["first"], `booking ${words} --${option.name()}`);
          continue;
        }
        // What is given first may be no value of the option.
        try {
          give("1");
        } catch {}
        assert.throws(
          () => give("1"),
          ({ code, message }: CommanderError) =>
            code.startsWith("commander.") && message.includes("is given twice"),
          `booking ${words} --${option.name()}`,
        );
        refused += 1;
      }
    }
    assert.ok(refused > 300 && repeated > 10, `${refused} refused, ${repeated} repeated`);
  });

  test("is named, with what is wrong", async () => {
    const twice = ["find", "acme/production", "--host", "anna", "--host", "ben"];
    const { status, err } = await runCommandHere("sqlite::memory:", twice);
    assert.equal(status, 2);
    assert.match(err, /--host is given twice, and takes one value/);
    const servers = ["account", "list", "--server", "http://a", "--server=http://b"];
    const other = await runCommandHere("sqlite::memory:", servers);
    assert.equal(other.status, 2);
    assert.match(other.err, /--server is given twice/);
  });
});

test("another flag is no value of --server, and what stands behind -- is no flag", async () => {
  const run = (...words: string[]) => runCommandHere("sqlite::memory:", words);
  const without = await run("audit", "--server", "--limit", "1");
  assert.match(without.err, /^--server must be the address/);
  const behind = await run("show", "--", "--json", "--server=x");
  assert.doesNotMatch(behind.err, /--server must be/);
  assert.equal(behind.out, "", "no JSON");
  assert.deepEqual([without.status, behind.status], [2, 2]);
});
