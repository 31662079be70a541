import { expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "every-status-is-listed",
  requirements: ["R39", "R40", "R41"],
  sentence: "The booking was cancelled.",
  needs: ["known_times"],
  async check({ account, fact }) {
    for (const { booking_status, ...named } of fact("known_times")) {
      const record = await account.record(named);
      expectEqual(record?.["booking_status"], booking_status, "booking_status");
    }
  },
};
