import { recordsOf } from "../../engine/caller.ts";
import { expectEqual } from "../../engine/expect.ts";
import { idsOf, startOf, totalOf, utc } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "both-bounds-hold-together",
  requirements: ["R64", "R65", "R77"],
  sentence: "bound of the slot start time, RFC 3339, sent in UTC.",
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const starts = all.map(startOf).toSorted((a, b) => a - b);
    const middle = starts[Math.floor(starts.length / 2)] ?? 0;
    const range = {
      external_id: fact("listed").external_id,
      "slot_date_range.from": utc(middle - 1000),
      "slot_date_range.to": utc(middle + 1000),
    };
    const exchange = await account.list(range);
    const wanted = all.filter((record) => Math.abs(startOf(record) - middle) < 1000);
    expectEqual(idsOf(recordsOf(exchange)), idsOf(wanted), "the bookings of one second");
    expectEqual(totalOf(exchange), wanted.length, "total_count of one second");
  },
};
