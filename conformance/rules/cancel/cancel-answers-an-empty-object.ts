import { expectEqual, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "cancel-answers-an-empty-object",
  requirements: ["R46", "R83", "R45", "R82"],
  sentence: "Response 200: an empty JSON object.",
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take }) {
    const { booking } = await take("cancellable");
    const exchange = await account.cancel({ booking });
    expectStatus(exchange, 200, "a cancel of a CONFIRMED booking");
    expectEqual(exchange.answer.json, {}, "the answer to a cancel");
  },
};
