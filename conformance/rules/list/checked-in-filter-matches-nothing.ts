import { expect, expectStatus, objectOf, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "checked-in-filter-matches-nothing",
  requirements: ["R44", "R42", "R66"],
  sentence: "A CHECKED_IN filter matches no bookings.",
  needs: ["checked_in"],
  async check({ account, fact }) {
    const { external_id } = fact("checked_in");
    const exchange = await account.list({ external_id, booking_status: "CHECKED_IN" });
    expectStatus(exchange, 200, "a list with booking_status=CHECKED_IN");
    const { bookings, total_count } = objectOf(exchange.answer.json);
    expect(bookings === undefined, `bookings: expected it absent, received ${show(bookings)}`);
    expect(
      total_count === undefined,
      `total_count: expected it absent, received ${show(total_count)}`,
    );
  },
};
