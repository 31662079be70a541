import { expect } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "every-answer-has-a-request-id",
  requirements: ["R90"],
  sentence: "Callers log request identifiers and timestamps, never full secrets or full tokens.",
  decisions: ["A48"],
  looksBack: true,
  async check({ history }) {
    const seen = new Set<string>();
    for (const exchange of history()) {
      const id = exchange.answer.headers["x-request-id"] ?? "";
      expect(id !== "", "the answer has no X-Request-Id", exchange);
      expect(!seen.has(id), "two answers have the same X-Request-Id", exchange);
      seen.add(id);
    }
  },
};
