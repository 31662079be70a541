import { expectEqual, expectStatus, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "empty-answer-has-its-page",
  requirements: ["R78", "R75", "R76"],
  sentence: "the answer is still 200 but carries no bookings and no total_count.",
  decisions: ["A2"],
  async check({ account, unknownId }) {
    const exchange = await account.list({ external_id: unknownId(), page_size: 7 });
    expectStatus(exchange, 200, "a list for an external_id that matches no contact");
    const { page_number, page_size } = objectOf(exchange.answer.json);
    expectEqual([page_number, page_size], [1, 7], "page_number and page_size of the empty answer");
  },
};
