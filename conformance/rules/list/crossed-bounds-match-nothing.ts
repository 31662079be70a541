import { expectEqual } from "../../engine/expect.ts";
import { startOf, totalOf, utc } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "crossed-bounds-match-nothing",
  requirements: ["R64", "R65"],
  sentence: "bound of the slot start time, RFC 3339, sent in UTC.",
  decisions: ["A10"],
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const [first] = await listed();
    const start = startOf(first ?? {});
    const exchange = await account.list({
      external_id: fact("listed").external_id,
      "slot_date_range.from": utc(start + 1000),
      "slot_date_range.to": utc(start - 1000),
    });
    expectEqual(totalOf(exchange), 0, "total_count with from later than to");
  },
};
