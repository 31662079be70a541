import { recordsOf } from "../../engine/caller.ts";
import { expect, objectOf, show } from "../../engine/expect.ts";
import { answersOfPath } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "total-count-is-a-number",
  requirements: ["R77", "R78"],
  sentence: "total_count / number / Total bookings matching the filters.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of answersOfPath(history(), "fetch", 200)) {
      const total = objectOf(exchange.answer.json)["total_count"];
      const absent = total === undefined && recordsOf(exchange).length === 0;
      const good = absent || (typeof total === "number" && Number.isInteger(total) && total >= 0);
      expect(good, `total_count: received ${show(total)}`, exchange);
    }
  },
};
