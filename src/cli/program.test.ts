import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Command } from "commander";
import { contextOfHelp } from "./command-context.ts";
import { createProgram } from "./program.ts";

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

test("wrong usage of any command names the help of that command", async () => {
  const cases: readonly [string, string][] = [
    ["foo", "booking"],
    ["import acme/production", "booking import"],
    ["find", "booking find"],
    ["account host add", "booking account host add"],
    ["slot shut", "booking slot"],
  ];
  for (const [words, named] of cases) {
    const said: string[] = [];
    const program = createProgram({ ...contextOfHelp, say: (text) => said.push(text) });
    await assert.rejects(program.parseAsync(words.split(" "), { from: "user" }));
    const hint = `(${named} --help shows what there is)`;
    assert.ok(said.join("\n").endsWith(hint), `${words}: ${said.join("\n")}`);
  }
});

describe("help", () => {
  const all = leaves(createProgram(contextOfHelp), ["booking"]);

  test("knows the commands of the contract", () => {
    const words = new Set(all.map((leaf) => leaf.words));
    for (const name of ["serve", "account host add", "credential rotate", "check-in", "trace"]) {
      assert.ok(words.has(`booking ${name}`), name);
    }
  });

  test("groups the commands by what they are about, and leaves none over", () => {
    const program = createProgram(contextOfHelp);
    const help = helpOf(program);
    assert.doesNotMatch(help, /^Commands:/m);
    for (const command of program.commands) assert.notEqual(command.helpGroup(), "");
    const [, others = ""] = help.split("The command line itself:");
    assert.deepEqual(others.match(/^  [a-z]+/gm), ["  completion", "  help"]);
  });

  test("names those settings alone that the command reads, and takes the others too", () => {
    const program = createProgram(contextOfHelp);
    const named = (name: string) =>
      helpOf(program.commands.find((each) => each.name() === name) ?? assert.fail())
        .match(/instead of [A-Z_]+/g)
        ?.map((each) => each.slice("instead of ".length)) ?? [];
    const ofDatabase = ["DATABASE_POOL_SIZE", "DATABASE_POOLER", "ROW_LEVEL_SECURITY"];
    assert.deepEqual(named("backup"), []);
    assert.deepEqual(named("migrate"), ofDatabase);
    assert.deepEqual(named("retention"), [...ofDatabase, "CONTACT_RETENTION_DAYS"]);
    assert.deepEqual(named("ready"), ["OPERATOR_HOST", "OPERATOR_PORT"]);
    assert.ok(named("serve").length > 40);
    const backup = program.commands.find((each) => each.name() === "backup");
    assert.ok(backup?.options.some(({ long }) => long === "--log-level"));
  });

  test("says of each group of commands what it is about", () => {
    const groups = (command: Command): Command[] =>
      command.commands.length === 0 ? [] : [command, ...command.commands.flatMap(groups)];
    for (const group of groups(createProgram(contextOfHelp))) {
      assert.match(group.description(), /^[A-Z].*\.$/, group.name());
    }
  });

  for (const { words, command } of all) {
    test(`of \`${words}\` says what it does and shows an example`, () => {
      const help = helpOf(command);
      assert.match(command.description(), /^[A-Z].*\.$/);
      assert.ok(help.includes("Example:\n") && help.includes(`booking ${words.slice(8)}`), help);
    });
  }

  test("says of each option that is required that it is, and of no other", () => {
    const options = all.flatMap(({ words, command }) =>
      command.options.map((option) => ({ words, option, help: helpOf(command) })),
    );
    assert.ok(options.some(({ option }) => option.mandatory));
    for (const { words, option, help } of options) {
      const described = help.replaceAll(/\s+/g, " ").split(option.flags)[1]?.split(" --")[0] ?? "";
      assert.equal(described.includes("(required)"), option.mandatory, `${words} ${option.flags}`);
    }
  });

  test("shows the defaults that mean something, and no marks of what was left out", () => {
    for (const { words, command } of all) {
      assert.doesNotMatch(helpOf(command), /default: (null|false|\[)/, words);
    }
    const limit = all.find(({ words }) => words === "booking audit");
    assert.match(limit === undefined ? "" : helpOf(limit.command), /\(default: 100\)/);
  });

  test("never offers to take a secret as a flag", () => {
    const harmless = new Set([
      "--idempotency-key",
      "--url",
      "--token-lifetime-seconds",
      "--rate-limit-tokens-per-minute",
      "--rate-limit-refused-tokens-per-minute",
    ]);
    for (const { command, words } of all) {
      for (const { long } of command.options) {
        if (harmless.has(long ?? "")) continue;
        assert.doesNotMatch(long ?? "", /secret|token|key|headers|url|oidc/, words);
      }
    }
  });
});
