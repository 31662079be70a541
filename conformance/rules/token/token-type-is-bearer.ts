import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-type-is-bearer",
  requirements: ["R19"],
  sentence: "token_type / string / Bearer.",
  async check({ account }) {
    const exchange = await account.requestToken();
    expectEqual(at(exchange.answer.json, "token_type"), "Bearer", "token_type");
  },
};
