import { at, expect, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "expires-in-is-whole-seconds",
  requirements: ["R20", "R107"],
  sentence: "expires_in / integer / Token lifetime in seconds.",
  async check({ account }) {
    const exchange = await account.requestToken();
    const seconds = at(exchange.answer.json, "expires_in");
    expect(
      typeof seconds === "number" && Number.isInteger(seconds) && seconds > 0,
      `expires_in: expected a whole number of seconds above 0, received ${show(seconds)}`,
    );
    // A year in seconds. A lifetime in milliseconds, or an instant, exceeds it.
    expect(seconds <= 31_622_400, `expires_in: ${seconds} is not a lifetime in seconds`);
  },
};
