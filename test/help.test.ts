import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import type { Command } from "commander";
import { playgroundCommands } from "../playground/commands.ts";
import { contextOfHelp } from "../src/cli/command-context.ts";
import { createProgram } from "../src/cli/program.ts";

const committed = "test/help.txt";
/** Wide enough that a longer word elsewhere moves no line break. */
const width = 200;

test("`--help` of every command is the committed one (UPDATE=1 writes it anew)", () => {
  const help = helpOf(createProgram(contextOfHelp, playgroundCommands), []);
  if (process.env["UPDATE"] === "1") writeFileSync(committed, help);
  assert.equal(help, readFileSync(committed, "utf8"));
});

/** The help of a command and of all below it, each under a line with its words. */
function helpOf(command: Command, above: readonly string[]): string {
  const words = [...above, command.name()];
  let help = "";
  command.configureOutput({ writeOut: (part) => (help += part), getOutHelpWidth: () => width });
  command.outputHelp();
  const below = command.commands.map((each) => helpOf(each, words));
  return [`$ ${words.join(" ")} --help\n${help}\n`, ...below].join("");
}
