import { expectError, expectSameAnswer } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "foreign-campaign-reads-like-an-unknown-one",
  requirements: ["R73", "R11"],
  sentence: "an unknown public key each produce a 500 response with a message about the request",
  decisions: ["A53"],
  needs: ["other_account"],
  async check({ account, fact, unknownId }) {
    const { public_key, interaction } = fact("other_account");
    const external_id = unknownId();
    const scopes = [
      ["public_keys", public_key, unknownId()],
      ["interactions", interaction, `interactions/${unknownId()}`],
    ] as const;
    for (const [parameter, foreign, unknown] of scopes) {
      const exchange = await account.list({ external_id, [parameter]: foreign });
      expectError(exchange, 500, "a campaign of another account");
      const beside = await account.list({ external_id, [parameter]: unknown });
      expectSameAnswer(
        [exchange, foreign],
        [beside, unknown],
        "its answer, beside an unknown campaign's",
      );
    }
  },
};
