import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "missing-audience-is-500",
  requirements: ["R56"],
  sentence: "audience / string / yes / Provisioned by the operator.",
  decisions: ["A28"],
  async check({ account }) {
    const absent = await account.requestToken({ audience: undefined });
    expectError(absent, 500, "a token request without an audience");
  },
};
