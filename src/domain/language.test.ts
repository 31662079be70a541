import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { isBaseLanguage, localisedText, resolveLanguage, type LanguageMap } from "./language.ts";

/** Names that every object answers to; none is a language that somebody wrote. */
const inherited = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

/** Any UTF-16 unit, halves of surrogate pairs among them. */
const anyUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

describe("resolveLanguage", () => {
  const campaign = { languages: ["en", "fr"], defaultLanguage: "en" };

  test("a language that the campaign offers is taken (R67)", () => {
    assert.equal(resolveLanguage("fr", campaign), "fr");
    assert.equal(resolveLanguage("en", { ...campaign, defaultLanguage: "fr" }), "en");
  });

  test("region and script are reduced to the base code, in any letter case (R68, A43)", () => {
    for (const wanted of [
      "fr-CA",
      "fr_CA",
      "FR",
      "Fr-ca",
      "fr-Latn-FR",
      "fr_Latn_FR",
      "fr-",
      "fr_",
    ]) {
      assert.equal(resolveLanguage(wanted, campaign), "fr", wanted);
    }
  });

  test("omitted, empty, not offered or no language at all is the default (R69, A43)", () => {
    const useless = [
      "",
      "xx",
      "de",
      "de-FR",
      "f",
      "fra",
      "frca",
      "français",
      " fr",
      "fr ",
      "fr.CA",
    ];
    const odd = ["-", "_", "-fr", "_fr", "fr,en", "*", "fr;q=1", "\0", "x".repeat(10_000)];
    for (const wanted of [null, ...useless, ...odd, ...inherited]) {
      assert.equal(resolveLanguage(wanted, campaign), "en", JSON.stringify(wanted));
      const french = { languages: ["en"], defaultLanguage: "fr" };
      if (wanted !== null) assert.equal(resolveLanguage(wanted, french), "fr", wanted);
    }
  });

  test("whatever is wanted, the answer is offered or the default, and never an error (R69)", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyUnit }), (wanted) => {
        assert.ok(["en", "fr"].includes(resolveLanguage(wanted, campaign)));
      }),
    );
  });
});

describe("localisedText", () => {
  const map = { de: "Verkostung", fr: "Dégustation", en: "Tasting" };

  test("is the text in the chosen language, as it was written (R35)", () => {
    assert.equal(localisedText(map, "fr", "en"), "Dégustation");
    assert.equal(localisedText({ fr: " a\n{} ", en: "b" }, "fr", "en"), " a\n{} ");
    assert.equal(localisedText({ fr: '{"en":"b"}', en: "b" }, "fr", "en"), '{"en":"b"}');
  });

  test("is the default language's text where the chosen one has none (A42)", () => {
    assert.equal(localisedText({ en: "Tasting", de: "Verkostung" }, "fr", "en"), "Tasting");
    assert.equal(localisedText({ fr: "", en: "Tasting" }, "fr", "en"), "Tasting");
  });

  test("is the map as JSON text where neither has a value, in the order written (R36, R37)", () => {
    assert.equal(
      localisedText({ de: "Verkostung", it: "Assaggio" }, "fr", "en"),
      '{"de":"Verkostung","it":"Assaggio"}',
    );
    assert.equal(
      localisedText({ it: "Assaggio", de: "Verkostung" }, "fr", "en"),
      '{"it":"Assaggio","de":"Verkostung"}',
    );
    assert.equal(localisedText({ de: 'a "b" \u2028' }, "fr", "fr"), '{"de":"a \\"b\\" \u2028"}');
  });

  test("leaves empty texts out of that map: the first entry a client takes has a text (A42)", () => {
    assert.equal(
      localisedText({ fr: "", en: "", it: "", de: "Verkostung" }, "fr", "en"),
      '{"de":"Verkostung"}',
    );
  });

  test("is the empty text where no language has one, and not {} (A42)", () => {
    assert.equal(localisedText({}, "fr", "en"), "");
    assert.equal(localisedText({ fr: "", en: "", de: "" }, "fr", "en"), "");
  });

  test("what every object inherits is no text", () => {
    for (const name of inherited) {
      assert.equal(localisedText({ en: "Tasting" }, name, "en"), "Tasting", name);
      assert.equal(localisedText({ de: "Verkostung" }, name, name), '{"de":"Verkostung"}', name);
      assert.equal(localisedText({}, name, name), "", name);
    }
  });

  test("an entry called __proto__ or constructor is a text like any other", () => {
    const written = JSON.parse('{"__proto__":"a","constructor":"b"}') as LanguageMap;
    assert.equal(localisedText(written, "__proto__", "en"), "a");
    assert.equal(localisedText(written, "en", "constructor"), "b");
    assert.equal(localisedText(written, "fr", "en"), '{"__proto__":"a","constructor":"b"}');
  });

  test("is always a text of the map, the map's texts as JSON, or empty (R35, R36)", () => {
    const languages = fc.constantFrom("en", "fr", "de", "__proto__", "constructor");
    const maps = fc.dictionary(languages, fc.string(), { noNullPrototype: true });
    fc.assert(
      fc.property(maps, languages, languages, (texts, chosen, byDefault) => {
        const text = localisedText(texts, chosen, byDefault);
        assert.equal(typeof text, "string");
        const values = Object.entries(texts).filter(([, value]) => value !== "");
        const named = values.filter(([name]) => name === chosen || name === byDefault);
        if (named.length > 0) assert.ok(named.some(([, value]) => value === text));
        else if (values.length === 0) assert.equal(text, "");
        else assert.deepEqual(Object.entries(JSON.parse(text) as object), values);
      }),
    );
  });
});

test("a base language code is two to eight lower-case letters", () => {
  for (const code of ["en", "fr", "gsw", "abcdefgh"]) assert.ok(isBaseLanguage(code), code);
  const others = [
    "",
    "e",
    "EN",
    "En",
    "fr-CA",
    "fr_CA",
    "e1",
    " en",
    "en\n",
    "é\u00e9",
    "abcdefghi",
  ];
  for (const code of [...others, ...inherited]) {
    assert.ok(!isBaseLanguage(code), code);
  }
});
