import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { foldedNames } from "../../test/harness/folded-names.ts";
import { isNamed, nameWords, wordsToStore } from "./attendee-name.ts";

describe("the words of an attendee's name", () => {
  for (const [name, words] of foldedNames) {
    test(name, () => {
      assert.deepEqual(nameWords(name), words);
      assert.deepEqual(nameWords(name.normalize("NFD")), words);
    });
  }

  test("are ten at the most, of forty letters at the most", () => {
    const words = nameWords(Array.from({ length: 12 }, () => "𝒜".repeat(50) + "x").join(" "));
    assert.deepEqual(words, Array(10).fill("a".repeat(40)));
    assert.equal(nameWords("\u{20000}".repeat(60))[0], "\u{20000}".repeat(40));
  });

  test("are stored where they are not the name in lower case", () => {
    const cases: readonly (readonly [name: string | null, stored: string | null])[] = [
      [null, null],
      ["Ada King", null],
      ["ada", null],
      ["山田 太郎", null],
      ["Ada  King", "ada king"],
      ["Ada King ", "ada king"],
      ["Ada King-Noel", "ada king noel"],
      ["Zoë", "zoe"],
      ["ÉVA", "eva"],
      ["…", ""],
      ["", null],
      [`${"a".repeat(50)} B`, `${"a".repeat(40)} b`],
    ];
    for (const [name, stored] of cases) assert.equal(wordsToStore(name), stored, String(name));
  });

  test("are each begun by a word that was typed", () => {
    assert.ok(isNamed("Ada King", nameWords("kin ADA")));
    assert.ok(isNamed("Ada King", nameWords("a a")));
    assert.ok(!isNamed("Ada King", nameWords("da king")));
    assert.ok(!isNamed("Ada King", nameWords("ada queen")));
  });
});
