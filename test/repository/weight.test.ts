import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { codeFiles, readImports } from "./imports.ts";
import { isTest, lineBudgets, roomOf, rooms, smallFilesMax } from "./rooms.ts";

/** A small file has at most so many lines. */
const smallLines = 40;

describe("the weight of the program", () => {
  const files = codeFiles.filter((file) => !isTest(file));

  for (const [room, budget] of Object.entries(lineBudgets)) {
    test(`${room} has at most ${budget} lines`, (t) => {
      const lines = sum(files.filter((file) => roomOf(file) === room).map(linesOf));
      t.diagnostic(`${lines} lines`);
      assert.ok(lines > 0, "the room is empty: take its budget out");
      assert.ok(
        lines <= budget,
        `${lines} lines: take as many out, or raise lineBudgets in test/repository/rooms.ts in a commit that says why`,
      );
    });
  }

  test("every room under src has a budget", () => {
    const inSrc = Object.keys(rooms).filter((room) => room.startsWith("src/"));
    assert.deepEqual(
      inSrc.filter((room) => lineBudgets[room] === undefined),
      [],
    );
  });

  test(`at most ${smallFilesMax} files of at most ${smallLines} lines have one importer`, (t) => {
    const importers = new Map<string, Set<string>>();
    for (const { from, target, local } of files.flatMap(readImports)) {
      if (local) importers.set(target, (importers.get(target) ?? new Set()).add(from));
    }
    const small = files.filter(
      (file) =>
        file.startsWith("src/") && linesOf(file) <= smallLines && importers.get(file)?.size === 1,
    );
    t.diagnostic(`${small.length} files`);
    assert.ok(
      small.length <= smallFilesMax,
      `${small.length} such files; a new one belongs into the file that imports it:\n${small.join("\n")}`,
    );
  });
});

function linesOf(file: string): number {
  return readFileSync(file, "utf8").split("\n").length - 1;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
