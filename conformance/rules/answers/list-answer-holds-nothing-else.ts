import { expect, objectOf } from "../../engine/expect.ts";
import { answersOfPath } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "list-answer-holds-nothing-else",
  requirements: ["R113", "R74"],
  sentence: "Bookings of the contact on this page.",
  decisions: ["A50"],
  looksBack: true,
  async check({ history }) {
    const known = new Set(["bookings", "page_number", "page_size", "total_count"]);
    for (const exchange of answersOfPath(history(), "fetch", 200)) {
      const others = Object.keys(objectOf(exchange.answer.json)).filter((name) => !known.has(name));
      expect(others.length === 0, `the answer has further fields: ${others.join(", ")}`, exchange);
    }
  },
};
