import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "error-messages-show-no-internals",
  requirements: ["R100"],
  sentence: "500 with a message about the request",
  looksBack: true,
  async check({ history }) {
    for (const exchange of history()) {
      const { status, text } = exchange.answer;
      if (status < 400) continue;
      const inside = /\bat .*:\d+:\d+|node_modules|\bSELECT\b.*\bFROM\b|Traceback|\bundefined\b/;
      const found = inside.exec(text)?.[0];
      expect(found === undefined, `the error shows something internal: ${show(found)}`, exchange);
    }
  },
};
