import { recordsOf } from "../../engine/caller.ts";
import { expectEqual } from "../../engine/expect.ts";
import { idsOf, totalOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "same-activity-id-lists-each-booking-once",
  requirements: ["R16", "R77"],
  sentence: "A touchpoint is identified uniquely by the pair",
  needs: ["same_activity_id"],
  async check({ account, fact }) {
    for (const { public_key, external_id } of fact("same_activity_id")) {
      const exchange = await account.list({ external_id, public_keys: public_key });
      const found = idsOf(recordsOf(exchange));
      expectEqual(
        new Set(found).size,
        found.length,
        `different bookings among those of ${public_key}`,
      );
      expectEqual(totalOf(exchange), found.length, `total_count of ${public_key}`);
    }
  },
};
