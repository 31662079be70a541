import { expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "contact-ids-stay-inside",
  requirements: ["R9", "R38"],
  sentence: "The platform's internal identifier of the same person, resolved from external_id.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of history()) {
      const found = /contacts\/[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(exchange.answer.text)?.[0];
      expect(found === undefined, `the answer holds a contact id: ${show(found)}`, exchange);
    }
  },
};
