import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
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
};
