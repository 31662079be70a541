import { expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "host-is-compared-without-case-and-port",
  requirements: ["R5"],
  sentence: "Each has its own host, which is specific to the tenant.",
  decisions: ["A58"],
  async check({ account, callerAt, unknownId }) {
    const token = await account.token();
    const host = account.place.host ?? new URL(account.place.base_url).host;
    const shouted = callerAt({ host: host.toUpperCase() });
    const list = await shouted.list({ external_id: unknownId() }, { token });
    expectStatus(list, 200, "a list whose Host is in capitals");
  },
};
