import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import {
  problems,
  renderProblem,
  type AnyRefusal,
  type ProblemName,
} from "../../../src/operations/machinery/problems.ts";
import { columnsOf, templateFormats } from "../../../src/domain/data-file/template.ts";
import { collect, readSentences } from "./sentences.ts";

const catalogues = { German: readCatalogue("de"), French: readCatalogue("fr") };
const { translated, untranslated } = readSentences();
const sentencesOfApi = new Set([...apiSentences(), ...columnSentences()]);

describe("the console's sentences", () => {
  test("each that is shown is one that the catalogues know", () => {
    assert.ok(translated.size > 1000);
    assert.deepEqual(untranslated, []);
  });

  for (const [language, catalogue] of Object.entries(catalogues)) {
    test(`each has a ${language} one, so has each of the API without values, and there is no other`, () => {
      assert.ok(sentencesOfApi.size > 50);
      const all = new Set([...translated, ...sentencesOfApi]);
      assert.deepEqual(Object.keys(catalogue).toSorted(), [...all].toSorted());
    });

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
    const breaks = /« | »| [:;?!]/;
    assert.deepEqual(
      Object.values(catalogues.French).filter((text) => breaks.test(text)),
      [],
    );
  });

  test("German has German quotation marks, and no line of it begins with an ellipsis", () => {
    const foreign = /["“](?=[\p{L}{])|”|« | …/u;
    assert.deepEqual(
      Object.values(catalogues.German).filter((text) => foreign.test(text)),
      [],
    );
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

function readCatalogue(language: string): Readonly<Record<string, string>> {
  const file = new URL(`../../src/language/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, string>>;
}

/** The titles of the operator API's problems, and those of its sentences that have no values. */
function apiSentences(): ReadonlySet<string> {
  const names = Object.keys(problems) as readonly ProblemName[];
  return new Set(
    names.flatMap((why) => {
      const { title, detail } = problemWith(why, 10 ** 12);
      const isSame = detail === problemWith(why, 2 * 10 ** 12).detail;
      return isSame && !detail.includes("undefined") ? [title, detail] : [title];
    }),
  );
}

/** What the columns of a file to import are, which a bad line repeats. */
function columnSentences(): readonly string[] {
  return templateFormats.flatMap((format) => columnsOf(format).map(({ expected }) => expected));
}

/** The problem whose refusal has this value in every member, but for what a limit counts. */
function problemWith(why: ProblemName, value: number) {
  const words: Readonly<Record<string, string>> = { why, of: "webhooks", timezone: "UTC" };
  const refusal = new Proxy({}, { get: (_, member) => words[String(member)] ?? value });
  return renderProblem(refusal as AnyRefusal, "req-1").body as { title: string; detail: string };
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
