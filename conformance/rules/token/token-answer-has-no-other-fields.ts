import { expectEqual, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-answer-has-no-other-fields",
  requirements: ["R18", "R113"],
  sentence: "Bearer token.",
  decisions: ["A50"],
  async check({ account }) {
    const exchange = await account.requestToken();
    expectEqual(
      Object.keys(objectOf(exchange.answer.json)).toSorted(),
      ["access_token", "expires_in", "token_type"],
      "the fields of the token response",
    );
  },
};
