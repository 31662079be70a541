import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "wrong-audience-is-500",
  requirements: ["R56", "R96"],
  sentence: "audience / string / yes / Provisioned by the operator.",
  async check({ account }) {
    const wrong = await account.requestToken({ audience: "https://audience.invalid" });
    expectError(wrong, 500, "a token request with a wrong audience");
  },
};
