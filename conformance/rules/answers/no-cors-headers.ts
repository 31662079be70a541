import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "no-cors-headers",
  requirements: ["R1"],
  sentence: "All calls are server to server.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of history()) {
      const names = Object.keys(exchange.answer.headers);
      const found = names.find((name) => name.startsWith("access-control-"));
      expect(found === undefined, `the answer lets browsers in: ${show(found)}`, exchange);
    }
  },
};
