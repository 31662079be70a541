import { recordsOf } from "../../engine/caller.ts";
import { expect, objectOf, show } from "../../engine/expect.ts";
import { answersOfPath } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-number-is-a-number-from-1",
  requirements: ["R75", "R104"],
  sentence: "page_number / number / The page returned.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of answersOfPath(history(), "fetch", 200)) {
      const page = objectOf(exchange.answer.json)["page_number"];
      const inEmpty = page === undefined && recordsOf(exchange).length === 0;
      const good = inEmpty || (typeof page === "number" && Number.isInteger(page) && page >= 1);
      expect(good, `page_number: received ${show(page)}`, exchange);
      const sent = new URL(exchange.request.url).searchParams.get("page_number") ?? "1";
      expect(
        inEmpty || page === Number(sent),
        `page_number: sent ${sent}, received ${show(page)}`,
        exchange,
      );
    }
  },
};
