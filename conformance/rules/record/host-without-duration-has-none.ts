import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "host-without-duration-has-none",
  requirements: ["R25", "R26"],
  sentence: "Omitted when the slot has no set duration",
  decisions: ["A59"],
  needs: ["host_without_length"],
  async check({ account, fact }) {
    const { host, ...named } = fact("host_without_length");
    const record = await account.record(named);
    expectEqual(at(record, "host.display_name"), host, "host.display_name");
    expectEqual(record?.["slot_duration_in_minutes"], undefined, "slot_duration_in_minutes");
  },
};
