import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { localisedText } from "./localised-text.ts";

describe("R37 a localised text", () => {
  const table: [what: string, text: string, language: string | undefined, shown: string][] = [
    ["plain text", "Tasting", "fr", "Tasting"],
    ["empty text", "", "fr", ""],
    ["text with braces", "{Tasting}", "fr", "{Tasting}"],
    ["broken JSON", '{"fr":"Dégustation"', "fr", '{"fr":"Dégustation"'],
    ["a number", "42", "fr", "42"],
    ["a quoted text", '"Tasting"', "fr", '"Tasting"'],
    ["an array", '["Tasting"]', "fr", '["Tasting"]'],
    ["null", "null", "fr", "null"],
    ["a map with the language", '{"it":"Discorso","de":"Vortrag"}', "de", "Vortrag"],
    ["a map without it", '{"it":"Discorso","de":"Vortrag"}', "fr", "Discorso"],
    ["a map, no language wanted", '{"it":"Discorso","de":"Vortrag"}', undefined, "Discorso"],
    ["a region wanted", '{"it":"Discorso","de":"Vortrag"}', "de-CH", "Vortrag"],
    ["an underscore and capitals", '{"it":"Discorso","de":"Vortrag"}', "DE_ch", "Vortrag"],
    ["a region in the map", '{"it":"Discorso","de-AT":"Vortrag"}', "de", "Vortrag"],
    ["the exact region first", '{"de":"Vortrag","de-AT":"Referat"}', "de-AT", "Referat"],
    ["an empty entry", '{"fr":"","it":"Discorso"}', "fr", "Discorso"],
    ["entries that are no text", '{"fr":1,"en":{"a":"b"},"it":"Discorso"}', "fr", "Discorso"],
    ["an empty map", "{}", "fr", ""],
    ["a map without any text", '{"fr":null}', "fr", ""],
    ["white space around a map", ' {"it":"Discorso"}\n', "it", "Discorso"],
    ["a language called like a property", '{"it":"Discorso"}', "constructor", "Discorso"],
    ["a prototype in the map", '{"__proto__":"x","it":"Discorso"}', "it", "Discorso"],
  ];
  for (const [what, text, language, shown] of table) {
    test(`${what}: ${JSON.stringify(shown)}`, () => {
      assert.equal(localisedText(text, language), shown);
    });
  }
});
