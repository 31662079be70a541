import { expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-works-on-every-host-of-its-account",
  requirements: ["R5", "R59"],
  sentence: "A token works only on the API host of the account it was issued for.",
  decisions: ["A58"],
  needs: ["second_host"],
  async check({ account, callerAt, fact, unknownId }) {
    const second = callerAt(fact("second_host"));
    const list = await second.list({ external_id: unknownId() }, { token: await account.token() });
    expectStatus(list, 200, "the account's token on the account's other host");
  },
};
