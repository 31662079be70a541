import { expect, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "only-a-missing-token-has-an-error-field",
  requirements: ["R94", "R93"],
  sentence:
    "A call with no token at all receives 401 with a different body carrying the fields error and message.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of history()) {
      const { status, json } = exchange.answer;
      const bearer = /^Bearer\s+\S/.test(exchange.request.headers["authorization"] ?? "");
      if (status !== 401 || !bearer) continue;
      const { error } = objectOf(json);
      expect(error === undefined, "a token was sent, and the body is that of none", exchange);
    }
  },
};
