import { expectEqual } from "../../engine/expect.ts";
import { idsOf, startOf, utc } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "upper-bound-looks-at-the-start",
  requirements: ["R65"],
  sentence: "Upper bound of the slot start time, RFC 3339, sent in UTC.",
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const { external_id } = fact("listed");
    for (const start of new Set(all.map(startOf))) {
      // A second after the start, and long before the slot ends.
      const to = start + 1000;
      const found = await account.records({ external_id, "slot_date_range.to": utc(to) });
      const wanted = all.filter((record) => startOf(record) < to);
      expectEqual(idsOf(found), idsOf(wanted), `the bookings with slot_date_range.to=${utc(to)}`);
    }
  },
};
