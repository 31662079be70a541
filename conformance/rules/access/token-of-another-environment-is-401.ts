import { expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-of-another-environment-is-401",
  requirements: ["R6", "R5", "R59"],
  sentence: "Credentials of the environments are kept separate.",
  needs: ["other_environment"],
  async check({ account, callerAt, fact, unknownId }) {
    const other = callerAt(fact("other_environment"));
    const query = { external_id: unknownId() };
    expectStatus(await other.list(query), 200, "the other environment's token on its own host");
    const foreign = await account.list(query, { token: await other.token() });
    expectError(foreign, 401, "the other environment's token on this host");
    const ours = await other.list(query, { token: await account.token() });
    expectError(ours, 401, "this environment's token on the other's host");
  },
};
