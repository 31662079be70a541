import { expect, expectStatus, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "no-bearer-credential-is-no-token-at-all",
  requirements: ["R94"],
  sentence:
    "A call with no token at all receives 401 with a different body carrying the fields error and message.",
  decisions: ["A21"],
  async check({ account, unknownId }) {
    for (const authorization of ["Bearer", "Basic dXNlcjpwYXNz"]) {
      const exchange = await account.list(
        { external_id: unknownId() },
        { token: null, headers: { authorization } },
      );
      expectStatus(exchange, 401, `a call with "Authorization: ${authorization}"`);
      const { error, code } = objectOf(exchange.answer.json);
      expect(typeof error === "string" && code === undefined, "the body is not that of no token");
    }
  },
};
