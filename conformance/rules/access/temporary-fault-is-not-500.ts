import { expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "temporary-fault-is-not-500",
  requirements: ["R101"],
  sentence: "Temporary platform problem",
  decisions: ["A24"],
  needs: ["unavailable"],
  async check({ account, callerAt, fact, unknownId }) {
    const caller = callerAt(fact("unavailable"));
    const refused = await caller.requestToken();
    expectError(refused, [502, 503, 504], "a token request while the platform has a problem");
    const token = await account.token();
    const list = await caller.list({ external_id: unknownId() }, { token });
    expectStatus(list, [200, 401, 502, 503, 504], "a list while the platform has a problem");
  },
};
