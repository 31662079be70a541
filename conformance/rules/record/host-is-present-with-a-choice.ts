import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "host-is-present-with-a-choice",
  requirements: ["R31", "R32"],
  sentence: "offers a choice of hosts",
  needs: ["host_length"],
  async check({ account, fact }) {
    const { host, minutes: _, ...named } = fact("host_length");
    const record = await account.record(named);
    expectEqual(at(record, "host.display_name"), host, "host.display_name");
  },
};
