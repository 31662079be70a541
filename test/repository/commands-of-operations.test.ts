import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import type { Command } from "commander";
import { contextOfHelp } from "../../src/cli/command-context.ts";
import { createProgram } from "../../src/cli/program.ts";
import { routes } from "../../src/operator/api/serving/routes.ts";
import { commandsOfOperations } from "./commands-of-operations.ts";

const document = JSON.parse(readFileSync("contract/operator-openapi.json", "utf8")) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
};

interface OperationObject {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

const operations = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).filter(({ operationId }) => operationId !== undefined),
);

const program = createProgram(contextOfHelp);

/** The command of these words, with the options that follow them. */
function find(words: string): Command {
  let command = program;
  for (const word of words.split(" ")) {
    if (word.startsWith("--")) {
      const options = command.options.map(({ long }) => long);
      assert.ok(options.includes(word), `booking ${words}: there is no ${word}`);
      continue;
    }
    const below = command.commands.find((child) => child.name() === word);
    assert.ok(below !== undefined, `booking ${words}: there is no ${word}`);
    command = below;
  }
  return command;
}

/** Parameters that the command line makes itself. */
const ofPages = new Set(["limit", "cursor", "wait", "import", "file_name"]);

describe("the command line covers the operator API", () => {
  test("every operation of the document has a command, or a reason to have none", () => {
    const names = operations.map(({ operationId }) => operationId);
    assert.ok(names.length > 60);
    const told = routes.filter(({ command }) => command !== undefined).map(({ name }) => name);
    const all = [...Object.keys(commandsOfOperations), ...told];
    assert.deepEqual(all.toSorted(), names.toSorted());
  });

  for (const { operationId, parameters = [] } of operations) {
    const words = commandsOfOperations[operationId];
    if (typeof words !== "string") continue;
    test(`${operationId} is \`booking ${words}\`, with an option for each of its filters`, () => {
      const command = find(words);
      const named = [
        ...command.options.map(({ long }) => long?.slice(2)),
        ...command.registeredArguments.map((argument) => argument.name()),
      ];
      for (const { name, in: place } of parameters) {
        if (place !== "query" || ofPages.has(name)) continue;
        const option = name.replaceAll("_", "-");
        const isNamed = named.some((each) => each === option || each?.startsWith(`${option}-`));
        assert.ok(isNamed, `booking ${words} has no --${option}`);
      }
    });
  }
});
