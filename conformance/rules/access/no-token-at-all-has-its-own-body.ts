import { expect, expectStatus, objectOf, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "no-token-at-all-has-its-own-body",
  requirements: ["R94", "R97", "R2"],
  sentence:
    "A call with no token at all receives 401 with a different body carrying the fields error and message.",
  async check({ account, unknownId }) {
    const calls = [
      await account.list({ external_id: unknownId() }, { token: null }),
      await account.cancel({ booking: unknownId() }, { token: null }),
    ];
    for (const exchange of calls) {
      expectStatus(exchange, 401, "a call with no token at all");
      const { error, message, code } = objectOf(exchange.answer.json);
      const both = typeof error === "string" && typeof message === "string";
      expect(
        both && error !== "" && message !== "",
        "error and message are not both texts",
        exchange,
      );
      expect(code === undefined, `the body has a code as well: ${show(code)}`, exchange);
    }
  },
};
