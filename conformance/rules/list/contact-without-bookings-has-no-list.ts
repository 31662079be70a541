import { expect, expectStatus, objectOf, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "contact-without-bookings-has-no-list",
  requirements: ["R78"],
  sentence: "the answer is still 200 but carries no bookings and no total_count.",
  async check({ account, unknownId }) {
    const exchange = await account.list({ external_id: unknownId() });
    expectStatus(exchange, 200, "a list for an external_id that matches no contact");
    const { bookings, total_count } = objectOf(exchange.answer.json);
    expect(bookings === undefined, `bookings: expected it absent, received ${show(bookings)}`);
    expect(
      total_count === undefined,
      `total_count: expected it absent, received ${show(total_count)}`,
    );
  },
};
