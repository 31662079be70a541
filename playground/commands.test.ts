import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { contextOfHelp } from "../src/cli/command-context.ts";
import { createProgram } from "../src/cli/program.ts";
import { playgroundCommands } from "./commands.ts";

const program = createProgram(contextOfHelp, playgroundCommands);

describe("the playground's commands are commands of the program", () => {
  for (const name of ["demo", "sandbox"]) {
    test(`the help of \`booking ${name}\` says what it does and shows an example`, () => {
      const command = program.commands.find((each) => each.name() === name);
      assert.ok(command !== undefined);
      let help = "";
      command.configureOutput({ writeOut: (part) => (help += part), getOutHelpWidth: () => 60 });
      command.outputHelp();
      assert.match(command.description(), /^[A-Z].*\.$/);
      assert.ok(help.includes("Example:\n") && help.includes(`booking ${name}`), help);
      for (const { long } of command.options) {
        // Lifetimes and limits of tokens are numbers.
        if (!/^--(token-lifetime|rate-limit)-/.test(long ?? "")) {
          assert.doesNotMatch(long ?? "", /secret|token|key/);
        }
        assert.doesNotMatch(help, /\(required\)|default: (null|false|\[)/);
      }
    });
  }
});
