import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-booking-is-500",
  requirements: ["R84", "R100"],
  sentence: "500 with a request message for an unknown booking identifier.",
  cancels: true,
  async check({ account, unknownId }) {
    const exchange = await account.cancel({ booking: unknownId() });
    expectError(exchange, 500, "a cancel of an unknown booking");
  },
};
