import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "credentials-of-another-environment-are-refused",
  requirements: ["R6", "R96", "R114"],
  sentence: "Credentials of the environments are kept separate.",
  needs: ["other_environment"],
  async check({ account, callerAt, fact }) {
    const { credentials } = fact("other_environment");
    const foreign = await account.requestToken({ ...credentials });
    expectError(foreign, 500, "a token request with the other environment's credentials");
    const ours = await callerAt(fact("other_environment")).requestToken({ ...account.credentials });
    expectError(ours, 500, "a token request with these credentials on the other's host");
  },
};
