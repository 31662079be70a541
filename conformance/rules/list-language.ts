import { at, expect, expectEqual, show } from "../engine/expect.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
    name: "default-language-without-a-language",
    requirements: ["R69"],
    sentence:
      "When omitted, or when the campaign does not offer the language, the campaign's default language is used.",
    needs: ["translated"],
    async check({ account, fact }) {
      const { texts, default_language, unoffered_language, ...named } = fact("translated");
      const wanted = texts[default_language]?.title;
      const omitted = await account.record(named);
      expectEqual(at(omitted, "activity.title"), wanted, "title without a language");
      const unoffered = await account.record(named, { language: unoffered_language });
      expectEqual(
        at(unoffered, "activity.title"),
        wanted,
        `title with language=${unoffered_language}`,
      );
    },
  },
  {
    name: "language-falls-back-for-each-campaign",
    requirements: ["R35", "R69"],
    sentence: "are plain strings in the campaign's resolved language.",
    needs: ["fallback_language"],
    async check({ account, fact }) {
      const { language, title, ...named } = fact("fallback_language");
      const record = await account.record(named, { language });
      expectEqual(at(record, "activity.title"), title, `title with language=${language}`);
    },
  },
  {
    name: "language-is-never-a-fault",
    requirements: ["R69"],
    sentence:
      "When omitted, or when the campaign does not offer the language, the campaign's default language is used.",
    decisions: ["A43"],
    needs: ["translated"],
    async check({ account, fact }) {
      const { texts, default_language, ...named } = fact("translated");
      for (const language of ["", "xx", "klingon", "-", "12"]) {
        const record = await account.record(named, { language });
        const title = at(record, "activity.title");
        expectEqual(title, texts[default_language]?.title, `title with language=${show(language)}`);
      }
    },
  },
  {
    name: "language-is-read-without-case",
    requirements: ["R68"],
    sentence: "Region subtags are reduced to the base code.",
    decisions: ["A43"],
    needs: ["translated"],
    async check({ account, fact }) {
      const { texts, default_language, ...named } = fact("translated");
      const [base, wanted] =
        Object.entries(texts).find(([code]) => code !== default_language) ?? [];
      expect(base !== undefined, "the data file's translated tells no text beside the default one");
      for (const language of [base.toUpperCase(), `${base}_CA`]) {
        const record = await account.record(named, { language });
        expectEqual(at(record, "activity.title"), wanted?.title, `title with language=${language}`);
      }
    },
  },
  {
    name: "language-picks-the-translation",
    requirements: ["R67"],
    sentence: "Base language code (such as en or fr) used to translate campaign text.",
    needs: ["translated"],
    async check({ account, fact }) {
      const { texts, ...named } = fact("translated");
      for (const [language, wanted] of Object.entries(texts)) {
        const record = await account.record(named, { language });
        expectEqual(at(record, "activity.title"), wanted.title, `title with language=${language}`);
        const hint = at(record, "activity.location_hint");
        expectEqual(hint, wanted.location_hint, `location_hint with language=${language}`);
      }
    },
  },
  {
    name: "region-is-reduced-to-its-language",
    requirements: ["R68"],
    sentence: "Region subtags are reduced to the base code.",
    needs: ["translated"],
    async check({ account, fact }) {
      const { texts, default_language, ...named } = fact("translated");
      const [base, wanted] =
        Object.entries(texts).find(([code]) => code !== default_language) ?? [];
      expect(base !== undefined, "the data file's translated tells no text beside the default one");
      for (const language of [`${base}-CA`, `${base}-Latn-CA`]) {
        const record = await account.record(named, { language });
        expectEqual(at(record, "activity.title"), wanted?.title, `title with language=${language}`);
      }
    },
  },
];
