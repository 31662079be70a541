import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "grant-type-is-client-credentials",
  requirements: ["R57"],
  sentence: "grant_type / string / yes / Allowed value: client_credentials.",
  async check({ account }) {
    const other = await account.requestToken({ grant_type: "password" });
    expectError(other, 500, "a token request with another grant_type");
  },
};
