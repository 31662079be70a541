import { at, expectEqual, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
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
};
