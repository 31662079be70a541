import { expectError, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "malformed-token-is-401",
  requirements: ["R97", "R93"],
  sentence: "Token missing, expired or malformed, or belongs to another account's host",
  async check({ account, unknownId }) {
    for (const token of ["nonsense", "a.b.c", "null", unknownId()]) {
      const exchange = await account.list({ external_id: unknownId() }, { token });
      expectError(exchange, 401, `a list with the token ${show(token)}`);
    }
  },
};
