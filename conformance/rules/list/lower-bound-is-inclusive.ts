import { expectEqual } from "../../engine/expect.ts";
import { idsOf, startOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "lower-bound-is-inclusive",
  requirements: ["R64"],
  sentence: "Lower bound of the slot start time",
  decisions: ["A9"],
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const { external_id } = fact("listed");
    for (const from of new Set(all.map((record) => String(record["slot_starting_at"])))) {
      const found = await account.records({ external_id, "slot_date_range.from": from });
      const wanted = all.filter((record) => startOf(record) >= Date.parse(from));
      expectEqual(idsOf(found), idsOf(wanted), `the bookings with slot_date_range.from=${from}`);
    }
  },
};
