import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { describe, test } from "node:test";
import { Help, type Command } from "commander";
import { playgroundCommands } from "../playground/commands.ts";
import { contextOfHelp } from "../src/cli/command-context.ts";
import { commandIndex } from "../src/cli/command-index.ts";
import { partOfProgram } from "../src/cli/part-of-program.ts";
import { createProgram } from "../src/cli/program.ts";

const committed = "test/help.txt";
const committedIndex = "src/cli/command-index.ts";
/** Wide enough that a longer word elsewhere moves no line break. */
const width = 200;
const loadMore = async () => playgroundCommands;
const whole = () => createProgram(contextOfHelp, playgroundCommands);
const partOf = (words: readonly string[]) => partOfProgram(words, contextOfHelp, loadMore);

test("`--help` of every command is the committed one (UPDATE=1 writes it anew)", () => {
  const help = helpOf(whole(), []);
  if (process.env["UPDATE"] === "1") writeFileSync(committed, help);
  assert.equal(help, readFileSync(committed, "utf8"));
});

describe("a command loads no other's", () => {
  test("the index names every command (UPDATE=1 writes it anew)", () => {
    const help = new Help();
    const index = help.visibleCommands(whole()).flatMap((command) => {
      const [group, term] = [command.helpGroup() ?? "", help.subcommandTerm(command)];
      return command.name() === "help" ? [] : [{ group, term, about: command.description() }];
    });
    if (process.env["UPDATE"] === "1") writeFileSync(committedIndex, indexText(index));
    else assert.deepEqual(commandIndex, index);
  });

  for (const columns of [40, 80, width]) {
    test(`\`booking --help\` is that of the whole program, ${columns} columns wide`, async () => {
      const expected = ownHelpOf(whole(), columns);
      for (const word of ["--help", "-h", "help"]) {
        assert.equal(ownHelpOf((await partOf([word])) ?? assert.fail(), columns), expected);
      }
    });
  }

  for (const command of whole().commands) {
    const name = command.name();
    if (name === "completion") continue;
    test(`\`booking ${name}\` has the help and the commands of the whole program`, async () => {
      const program = (await partOf([name])) ?? assert.fail();
      const [part = assert.fail(), ...others] = program.commands;
      assert.equal(others.length, 0);
      assert.equal(helpOf(part, ["booking"]), helpOf(command, ["booking"]));
    });
  }

  test("what is no command, and what is about all of them, gets the whole", async () => {
    for (const words of [[], ["nonsense"], ["completion"], ["help", "find"], ["constructor"]]) {
      assert.equal(await partOf(words), null);
    }
  });
});

/** The help of a command and of all below it, each under a line with its words. */
function helpOf(command: Command, above: readonly string[]): string {
  const words = [...above, command.name()];
  const help = ownHelpOf(command, width);
  const below = command.commands.map((each) => helpOf(each, words));
  return [`$ ${words.join(" ")} --help\n${help}\n`, ...below].join("");
}

function ownHelpOf(command: Command, columns: number): string {
  let help = "";
  command.configureOutput({ writeOut: (part) => (help += part), getOutHelpWidth: () => columns });
  command.outputHelp();
  return help;
}

function indexText(index: typeof commandIndex): string {
  return [
    "// Written by `UPDATE=1 npm test -- test/help.test.ts`, so that `booking --help` loads no command.\n",
    "/** What `booking --help` shows of each command. */",
    "export const commandIndex: readonly Indexed[] = [",
    ...index.map((each) => `  ${JSON.stringify(each)},`),
    "];\n",
    "interface Indexed {",
    "  readonly group: string;",
    "  /** Its name, and what follows it. */",
    "  readonly term: string;",
    "  readonly about: string;",
    "}\n",
  ].join("\n");
}
