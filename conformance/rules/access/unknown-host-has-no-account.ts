import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-host-has-no-account",
  requirements: ["R5", "R97", "R96"],
  sentence: "Each has its own host, which is specific to the tenant.",
  decisions: ["A26"],
  needs: ["other_account"],
  async check({ account, callerAt, unknownId }) {
    // A host named in the data file shows that this address serves several hosts.
    const nobody = callerAt({ host: `${unknownId()}.invalid` });
    const query = { external_id: unknownId() };
    const list = await nobody.list(query, { token: await account.token() });
    expectError(list, 401, "a list at a host that nobody owns");
    expectError(await nobody.requestToken(), 500, "a token request at a host that nobody owns");
  },
};
