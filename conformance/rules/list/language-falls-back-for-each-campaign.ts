import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "language-falls-back-for-each-campaign",
  requirements: ["R35", "R69"],
  sentence: "are plain strings in the campaign's resolved language.",
  needs: ["fallback_language"],
  async check({ account, fact }) {
    const { language, title, ...named } = fact("fallback_language");
    const record = await account.record(named, { language });
    expectEqual(at(record, "activity.title"), title, `title with language=${language}`);
  },
};
