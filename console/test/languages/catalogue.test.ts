import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { collect, readSentences } from "./sentences.ts";

const own = { German: readCatalogue("de"), French: readCatalogue("fr") };
const ofApi = { German: readCatalogue("api/de"), French: readCatalogue("api/fr") };
const { translated, untranslated } = readSentences();

describe("the console's sentences", () => {
  test("each that is shown is one that the catalogues know", () => {
    assert.ok(translated.size > 1000);
    assert.deepEqual(untranslated, []);
  });

  for (const [language, catalogue] of Object.entries(own)) {
    test(`each has a ${language} one, and there is no other`, () => {
      assert.deepEqual(Object.keys(catalogue).toSorted(), [...translated].toSorted());
    });
  }

  const all = {
    ...own,
    "German (API)": ofApi.German,
    "French (API)": ofApi.French,
  };
  for (const [language, catalogue] of Object.entries(all)) {
    test(`each ${language} one has the values and the elements of the English one`, () => {
      for (const [english, text] of Object.entries(catalogue)) {
        assert.deepEqual(partsOf(text), partsOf(english), english);
      }
    });

    test(`no ${language} one has an apostrophe of the typewriter, which quotes in a message`, () => {
      const quoting = Object.values(catalogue).filter((text) => text.includes("'"));
      assert.deepEqual(quoting, []);
    });
  }

  test("no line of French begins with a mark of punctuation or ends with a quotation mark", () => {
    // A space that does not break stands there.
    const frenchOnes = [own.French, ofApi.French].flatMap((each) => Object.values(each));
    const breaks = /« | »| [:;?!]/;
    assert.deepEqual(
      frenchOnes.filter((text) => breaks.test(text)),
      [],
    );
  });

  test("what French says of one booking agrees with it", () => {
    // The statuses of an import, and what happened to a booking.
    const ofBooking = [
      "{count, plural, one {Confirmed} other {Confirmed}}",
      "Confirmed, and came",
      "Cancelled",
      "Cancelled at",
      "Booked at",
      "Booked and confirmed",
      "Changed at",
      "Imported",
      "Joined the waitlist",
      "Moved up from the waitlist",
      "Moved to another slot",
      "moved {move}",
      "given to another contact",
    ];
    const words = ofBooking.map((english) => own.French[english] ?? "");
    assert.deepEqual(
      words.filter((text) => !/^(\{count, plural, one \{)?[^ ,}]+(ée|ue|ite)\b/u.test(text)),
      [],
    );
  });

  test("German has German quotation marks, and no line of it begins with an ellipsis", () => {
    const foreign = /["“](?=[\p{L}{])|”|« | …/u;
    const germanOnes = [own.German, ofApi.German].flatMap((each) => Object.values(each));
    assert.deepEqual(
      germanOnes.filter((text) => foreign.test(text)),
      [],
    );
  });

  test("what names a button for those who hear it has the words that it shows", () => {
    const words = (text: string) =>
      text
        .replaceAll(/\{\w+\}|…|\u00A0/g, "")
        .trim()
        .toLowerCase();
    const differing: string[] = [];
    const languages = { ...own, English: {} as Readonly<Record<string, string>> };
    let seen = 0;
    for (const file of globSync("**/*.tsx", { cwd: sources })) {
      const text = readFileSync(`${sources}${file}`, "utf8");
      for (const [button] of text.matchAll(/<Button\b[^<]*?aria-label=[^<]*<\/Button>/g)) {
        const end = button.lastIndexOf(">", button.lastIndexOf("</"));
        const spoken = sentencesIn(button.slice(button.indexOf("aria-label="), end));
        const shown = sentencesIn(button.slice(end));
        seen += shown.length;
        for (const [language, catalogue] of Object.entries(languages)) {
          const told = spoken.map((each) => words(catalogue[each] ?? each));
          for (const each of shown) {
            const own = words(catalogue[each] ?? each);
            if (!told.some((name) => name.includes(own)))
              differing.push(`${file} ${language}: ${own}`);
          }
        }
      }
    }
    assert.ok(seen > 15, `${seen} seen`);
    assert.deepEqual(differing, []);
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

const sources = new URL("../../src/", import.meta.url).pathname;

/** The sentences that some source text translates. */
function sentencesIn(source: string): readonly string[] {
  return [...source.matchAll(/\bt\(\s*"([^"]+)"/g)].flatMap(([, sentence = ""]) => sentence);
}

function readCatalogue(language: string): Readonly<Record<string, string>> {
  const file = new URL(`../../src/language/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;
}

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
