import { expect, objectOf, show } from "../../engine/expect.ts";
import { answersOfPath } from "../../engine/history.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "bookings-is-an-array-or-absent",
  requirements: ["R74", "R78"],
  sentence: "bookings / array of booking records / Bookings of the contact on this page.",
  looksBack: true,
  async check({ history }) {
    for (const exchange of answersOfPath(history(), "fetch", 200)) {
      const bookings = objectOf(exchange.answer.json)["bookings"];
      const good = bookings === undefined || Array.isArray(bookings);
      expect(good, `bookings: received ${show(bookings)}`, exchange);
    }
  },
};
