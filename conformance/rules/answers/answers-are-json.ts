import { expect, show } from "../../engine/expect.ts";
import { insideTheVersion } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "answers-are-json",
  requirements: ["R50"],
  sentence: "All request and response bodies are JSON.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of insideTheVersion(history())) {
      const { headers, json } = exchange.answer;
      const type = headers["content-type"] ?? "";
      const isJson = /^application\/json\b/i.test(type);
      expect(isJson, `Content-Type: expected application/json, received ${show(type)}`, exchange);
      expect(json !== undefined, "the body is not JSON", exchange);
    }
  },
};
