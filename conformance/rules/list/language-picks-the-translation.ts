import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
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
};
