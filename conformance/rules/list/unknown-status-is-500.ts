import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-status-is-500",
  requirements: ["R66"],
  sentence: "Accepted values: CONFIRMED, WAITLIST, CHECKED_IN, CANCELLED.",
  decisions: ["A12"],
  async check({ account, unknownId }) {
    for (const booking_status of ["confirmed", "CONFIRMED,WAITLIST", "NO_SHOW", ""]) {
      await expectRefusedParameter(
        account,
        { external_id: unknownId(), booking_status },
        /status/i,
      );
    }
  },
};
