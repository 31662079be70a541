import { expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "revoked-credentials-are-refused",
  requirements: ["R89", "R96"],
  sentence:
    "Credentials that are compromised or no longer used are rotated by the operator on request.",
  needs: ["revoked_credentials"],
  async check({ account, callerAt, fact }) {
    const revoked = await callerAt(fact("revoked_credentials")).requestToken();
    expectError(revoked, 500, "a token request with credentials that the operator has ended");
    expectStatus(await account.requestToken(), 200, "a token request with those that live");
  },
};
