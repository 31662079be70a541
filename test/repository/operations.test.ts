import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { routes } from "../../src/operator/api/serving/routes.ts";
import { codeFiles } from "./imports.ts";
import { isTest } from "./rooms.ts";

const files = codeFiles.filter((file) => file.startsWith("src/") && !isTest(file));
const textOf = (file: string) => readFileSync(file, "utf8");

/** Streams, which commands still open themselves. This list only falls. */
const stillAtTheDoor = ["src/cli/retention.ts"];

describe("an operation of operators is told once", () => {
  test("the command line and the listener open no account's door: `run` does", () => {
    const opening = files.filter(
      (file) => /^src\/(cli|operator)\//.test(file) && /\bstore\s*\.account\(/.test(textOf(file)),
    );
    assert.deepEqual(opening, stillAtTheDoor);
  });

  test("its name, its route and its command are its own", () => {
    const once = (all: readonly string[]) =>
      all.filter((each, index) => all.indexOf(each) !== index);
    assert.deepEqual(once(routes.map(({ name }) => name)), []);
    assert.deepEqual(once(routes.map(({ method, path }) => `${method} ${path}`)), []);
    assert.deepEqual(once(routes.flatMap(({ command }) => command?.words ?? [])), []);
  });

  test("writes, unless it is a GET or says that it only reads", () => {
    const reading = routes.filter(({ writes }) => !writes);
    assert.deepEqual(
      reading.filter(({ method }) => method !== "GET").map(({ name }) => name),
      ["previewSpreadsheet", "verifyData", "verifyInstallation"],
    );
    for (const { name, method, writes, role } of routes) {
      if (writes) assert.notEqual(method, "GET", name);
      // A viewer changes nothing but sessions of its own.
      if (writes && !/sign|session/i.test(name)) assert.notEqual(role, "viewer", name);
    }
  });

  test("no file beside it writes its route or its command again", () => {
    for (const { name, command } of routes) {
      const telling = files.filter((file) => textOf(file).includes(`name: "${name}"`));
      assert.ok(telling.length <= 1, `${name}: ${telling.join(", ")}`);
      if (command === undefined) continue;
      const [verb] = command.words.split(" ").slice(-1);
      const typed = files.filter((file) => textOf(file).includes(`new Command("${verb}")`));
      const isAnother = typed.every(
        (file) => command.words.includes(" ") && file.startsWith("src/cli/"),
      );
      assert.ok(isAnother || typed.length === 0, `${command.words}: ${typed.join(", ")}`);
    }
  });
});
