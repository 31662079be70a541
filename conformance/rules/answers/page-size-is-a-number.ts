import { recordsOf } from "../../engine/caller.ts";
import { expect, objectOf, show } from "../../engine/expect.ts";
import { answersOfPath } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-size-is-a-number",
  requirements: ["R76"],
  sentence: "page_size / number / Results per page.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of answersOfPath(history(), "fetch", 200)) {
      const size = objectOf(exchange.answer.json)["page_size"];
      const records = recordsOf(exchange).length;
      const inEmpty = size === undefined && records === 0;
      const good = inEmpty || (typeof size === "number" && Number.isInteger(size) && size >= 1);
      expect(good, `page_size: received ${show(size)}`, exchange);
      expect(inEmpty || records <= Number(size), `the page holds ${records} bookings`, exchange);
    }
  },
};
