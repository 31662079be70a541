import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "near-miss-of-a-parameter-is-500",
  requirements: ["R113"],
  sentence: "Policy for new versions, deprecation and compatibility: not shown.",
  decisions: ["A17"],
  async check({ account, unknownId }) {
    for (const [name, value, rightName] of [
      ["booking_status[]", "CONFIRMED", /booking_status(?!\[)/],
      ["booking_status[0]", "CONFIRMED", /booking_status(?!\[)/],
      ["bookingStatus", "CONFIRMED", /booking_status/],
      ["public_key", "pk", /public_keys/],
      ["slot_date_range[from]", "2030-05-01T08:00:00Z", /slot_date_range\.from/],
      ["Page_Size", "1", /page_size/],
    ] as const) {
      await expectRefusedParameter(account, { external_id: unknownId(), [name]: value }, rightName);
    }
  },
};
