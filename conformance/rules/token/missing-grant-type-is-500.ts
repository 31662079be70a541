import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "missing-grant-type-is-500",
  requirements: ["R57"],
  sentence: "grant_type / string / yes / Allowed value: client_credentials.",
  decisions: ["A28"],
  async check({ account }) {
    const absent = await account.requestToken({ grant_type: undefined });
    expectError(absent, 500, "a token request without a grant_type");
  },
};
