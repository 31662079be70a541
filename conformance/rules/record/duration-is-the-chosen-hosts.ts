import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "duration-is-the-chosen-hosts",
  requirements: ["R25"],
  sentence: "taken from the booked slot's configuration (the chosen host's slot length",
  needs: ["host_length"],
  async check({ account, fact }) {
    const { minutes, host, ...named } = fact("host_length");
    const record = await account.record(named);
    expectEqual(record?.["slot_duration_in_minutes"], minutes, "slot_duration_in_minutes");
    expectEqual(at(record, "host.display_name"), host, "host.display_name");
  },
};
