import { expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-of-another-account-is-401",
  requirements: ["R59", "R87", "R97"],
  sentence: "A token works only on the API host of the account it was issued for.",
  needs: ["other_account"],
  async check({ account, callerAt, fact, unknownId }) {
    const other = callerAt(fact("other_account"));
    const query = { external_id: unknownId() };
    expectStatus(await other.list(query), 200, "the other account's token on its own host");
    const foreign = await account.list(query, { token: await other.token() });
    expectError(foreign, 401, "the other account's token on this account's host");
    const ours = await other.list(query, { token: await account.token() });
    expectError(ours, 401, "this account's token on the other account's host");
  },
};
