import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { collect, readSentences } from "./sentences.ts";

const french = JSON.parse(
  readFileSync(new URL("../../src/language/fr.json", import.meta.url), "utf8"),
) as Readonly<Record<string, string>>;
const { translated, untranslated } = readSentences();

describe("the console's sentences", () => {
  test("each that is shown is one that the catalogues know", () => {
    assert.ok(translated.size > 1000);
    assert.deepEqual(untranslated, []);
  });

  test("each has a French one, and the catalogue holds no other", () => {
    assert.deepEqual(Object.keys(french).toSorted(), [...translated].toSorted());
  });

  test("each French one has the values and the elements of the English one", () => {
    for (const [english, text] of Object.entries(french)) {
      assert.deepEqual(partsOf(text), partsOf(english), english);
    }
  });

  test("a text without a translation is seen, in an element, in a label and in a call", () => {
    const seen = new Set<string>();
    const missed: string[] = [];
    const source = 'const a = <p title="Who"><code>x</code> Where {t(when)} {t("why")}</p>;';
    collect("page.tsx", source, seen, missed);
    assert.deepEqual([...seen], ["why"]);
    assert.deepEqual(missed, [
      "page.tsx:1 Who",
      "page.tsx:1 Where",
      "page.tsx:1 a sentence that is not written out",
    ]);
  });
});

/** The names of a message's values and its elements' numbers. */
function partsOf(message: string): readonly string[] {
  const names = new Set<string>();
  const walk = (token: unknown): void => {
    if (!Array.isArray(token)) return;
    const [name, , cases] = token as [unknown, unknown, unknown];
    if (typeof name === "string") names.add(name);
    for (const each of Object.values(cases ?? {})) if (Array.isArray(each)) each.forEach(walk);
  };
  const compiled = compileMessageOrThrow(message);
  compiled.forEach((token) => typeof token !== "string" && walk(token));
  return [...names, ...[...message.matchAll(/<\/?\d>/g)].map(([tag]) => tag)].toSorted();
}
