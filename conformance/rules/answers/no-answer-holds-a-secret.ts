import { expect } from "../../engine/expect.ts";
import { answersOfPath } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "no-answer-holds-a-secret",
  requirements: ["R90", "R100", "R1"],
  sentence: "never full secrets or full tokens.",
  looksBack: true,
  async check({ history, holdsSecret }) {
    const granted = new Set(answersOfPath(history(), "token", 200));
    for (const exchange of history()) {
      const { headers, text } = exchange.answer;
      const body = granted.has(exchange) ? "" : text;
      const held = holdsSecret(`${JSON.stringify(headers)}${body}`);
      expect(!held, "the answer holds a client secret or an access token", exchange);
    }
  },
};
