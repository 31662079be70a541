import { expect, expectEqual, expectStatus, objectOf, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-past-the-end-keeps-the-total",
  requirements: ["R77", "R74"],
  sentence: "Total bookings matching the filters.",
  decisions: ["A3"],
  needs: ["many"],
  async check({ account, fact }) {
    const { external_id, total } = fact("many");
    const exchange = await account.list({ external_id, page_size: 100, page_number: 1000 });
    expectStatus(exchange, 200, "a page past the end");
    const { bookings, page_number, total_count } = objectOf(exchange.answer.json);
    expect(bookings === undefined, `bookings: expected it absent, received ${show(bookings)}`);
    expectEqual([page_number, total_count], [1000, total], "page_number and total_count");
  },
};
