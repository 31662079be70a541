import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { foldedNames } from "../../test/harness/folded-names.ts";
import { indexEntriesOf, isNamed, wordsOf } from "./attendee-name.ts";

describe("the words of an attendee's name", () => {
  for (const [name, words] of foldedNames) {
    test(name, () => {
      assert.deepEqual(wordsOf(name), words);
      assert.deepEqual(wordsOf(name.normalize("NFD")), words);
    });
  }

  test("are ten at the most, of forty letters at the most", () => {
    const words = wordsOf(Array.from({ length: 12 }, () => "𝒜".repeat(50) + "x").join(" "));
    assert.deepEqual(words, Array(10).fill("a".repeat(40)));
    assert.equal(wordsOf("\u{20000}".repeat(60))[0], "\u{20000}".repeat(40));
  });

  test("are indexed beginning with each of them", () => {
    assert.deepEqual(indexEntriesOf("Ada King-Noel"), [
      "ada king noel",
      "king noel ada",
      "noel ada king",
    ]);
    assert.deepEqual(indexEntriesOf("Bo Bo"), ["bo bo"]);
    assert.deepEqual(indexEntriesOf(""), []);
    assert.deepEqual(indexEntriesOf(null), []);
  });

  test("are each begun by a word that was typed", () => {
    assert.ok(isNamed("Ada King", wordsOf("kin ADA")));
    assert.ok(isNamed("Ada King", wordsOf("a a")));
    assert.ok(!isNamed("Ada King", wordsOf("da king")));
    assert.ok(!isNamed("Ada King", wordsOf("ada queen")));
  });
});
