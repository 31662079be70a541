import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "empty-public-key-is-500",
  requirements: ["R62", "R73"],
  sentence: "One value only.",
  decisions: ["A18"],
  async check({ account, unknownId }) {
    const exchange = await account.list({ external_id: unknownId(), public_keys: "" });
    expectError(exchange, 500, "an empty public_keys");
  },
};
