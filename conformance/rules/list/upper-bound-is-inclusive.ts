import { expectEqual } from "../../engine/expect.ts";
import { idsOf, startOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "upper-bound-is-inclusive",
  requirements: ["R65"],
  sentence: "Upper bound of the slot start time",
  decisions: ["A9"],
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const { external_id } = fact("listed");
    for (const to of new Set(all.map((record) => String(record["slot_starting_at"])))) {
      const found = await account.records({ external_id, "slot_date_range.to": to });
      const wanted = all.filter((record) => startOf(record) <= Date.parse(to));
      expectEqual(idsOf(found), idsOf(wanted), `the bookings with slot_date_range.to=${to}`);
    }
  },
};
