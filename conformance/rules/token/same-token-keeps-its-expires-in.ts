import { expectEqual, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "same-token-keeps-its-expires-in",
  requirements: ["R58"],
  sentence:
    "Requesting again while the token is valid can return the same token with the same expires_in.",
  async check({ account, wait }) {
    const first = objectOf((await account.requestToken()).answer.json);
    // Long enough to reveal a server that counts down in whole seconds.
    await wait(1100);
    const second = objectOf((await account.requestToken()).answer.json);
    if (first["access_token"] !== second["access_token"]) return;
    expectEqual(second["expires_in"], first["expires_in"], "expires_in of the same token");
  },
};
