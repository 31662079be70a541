import { expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "duration-is-the-activitys-without-hosts",
  requirements: ["R25"],
  sentence: "when there is no host choice",
  needs: ["activity_length"],
  async check({ account, fact }) {
    const { minutes, ...named } = fact("activity_length");
    const record = await account.record(named);
    expectEqual(record?.["slot_duration_in_minutes"], minutes, "slot_duration_in_minutes");
  },
};
