import { expectError, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancel-without-a-booking-is-500",
  requirements: ["R84"],
  sentence: "500 with a request message for an unknown booking identifier.",
  decisions: ["A34"],
  cancels: true,
  async check({ account }) {
    const bodies = [
      {},
      { booking: "" },
      { booking: 42 },
      { booking: null },
      { booking: "abc" },
      "{",
      "[]",
      "",
    ];
    for (const body of bodies) {
      const exchange = await account.cancel(body);
      expectError(exchange, 500, `a cancel whose body is ${show(body)}`);
    }
  },
};
