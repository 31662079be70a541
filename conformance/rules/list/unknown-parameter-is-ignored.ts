import { expectEqual } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-parameter-is-ignored",
  requirements: ["R113"],
  sentence: "Policy for new versions, deprecation and compatibility: not shown.",
  decisions: ["A17"],
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const { external_id } = fact("listed");
    const found = await account.records({ external_id, sort: "booked_at", colour: "blue" });
    expectEqual(idsOf(found), idsOf(await listed()), "the bookings with unknown parameters");
  },
};
