import { at, expect, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "language-is-read-without-case",
  requirements: ["R68"],
  sentence: "Region subtags are reduced to the base code.",
  decisions: ["A43"],
  needs: ["translated"],
  async check({ account, fact }) {
    const { texts, default_language, ...named } = fact("translated");
    const [base, wanted] = Object.entries(texts).find(([code]) => code !== default_language) ?? [];
    expect(base !== undefined, "the data file's translated tells no text beside the default one");
    for (const language of [base.toUpperCase(), `${base}_CA`]) {
      const record = await account.record(named, { language });
      expectEqual(at(record, "activity.title"), wanted?.title, `title with language=${language}`);
    }
  },
};
