import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "altered-token-is-401",
  requirements: ["R97"],
  sentence: "Token missing, expired or malformed, or belongs to another account's host",
  async check({ account, unknownId }) {
    const token = await account.token();
    const middle = Math.floor(token.length / 2);
    const flipped = token[middle] === "a" ? "b" : "a";
    const altered = [
      token.slice(0, -1),
      `${token}A`,
      token.slice(0, middle) + flipped + token.slice(middle + 1),
    ];
    for (const other of altered) {
      const exchange = await account.list({ external_id: unknownId() }, { token: other });
      expectError(exchange, 401, "a list with a token of which one letter is changed");
    }
  },
};
