import { expectError, objectOf } from "../../engine/expect.ts";
import { insideTheVersion } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "errors-have-code-and-message",
  requirements: ["R93"],
  sentence: "Errors are JSON with a numeric code (integer) and a message (string).",
  looksBack: true,
  async check({ history }) {
    for (const exchange of insideTheVersion(history())) {
      const { status, json } = exchange.answer;
      if (status < 400) continue;
      const { error } = objectOf(json);
      // Another rule checks the other shape.
      if (status === 401 && error !== undefined) continue;
      expectError(exchange, status, `an answer with status ${status}`);
    }
  },
};
