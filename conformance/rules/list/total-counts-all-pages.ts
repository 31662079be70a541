import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "total-counts-all-pages",
  requirements: ["R77"],
  sentence: "Total bookings matching the filters.",
  needs: ["many"],
  async check({ account, fact }) {
    const { external_id, total } = fact("many");
    for (const page_number of [1, 2, 3]) {
      const exchange = await account.list({ external_id, page_size: 10, page_number });
      expectEqual(
        at(exchange.answer.json, "total_count"),
        total,
        `total_count of page ${page_number}`,
      );
    }
  },
};
