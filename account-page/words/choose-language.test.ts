import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseLanguage } from "./choose-language.ts";

const cases: [chosen: string | undefined, accept: string | undefined, language: string][] = [
  [undefined, undefined, "en"],
  [undefined, "", "en"],
  [undefined, "fr", "fr"],
  [undefined, "fr-CA,en;q=0.5", "fr"],
  [undefined, "FR", "fr"],
  [undefined, "de, fr;q=0.4, en;q=0.8", "en"],
  [undefined, "de;q=0.9, fr;q=0.4", "fr"],
  [undefined, "fr;q=0, de", "en"],
  [undefined, "fr;q=x, en;q=0.1", "en"],
  [undefined, "*", "en"],
  ["fr", "en", "fr"],
  ["en", "fr", "en"],
  ["xx", "fr", "fr"],
  ["toString", undefined, "en"],
];

for (const [chosen, accept, language] of cases) {
  test(`chosen ${chosen}, accepted ${accept}: ${language}`, () => {
    assert.equal(chooseLanguage(chosen, accept), language);
  });
}
