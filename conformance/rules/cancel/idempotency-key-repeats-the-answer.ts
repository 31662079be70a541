import { expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "idempotency-key-repeats-the-answer",
  requirements: ["R83"],
  sentence: "Response 200: an empty JSON object.",
  decisions: ["A35"],
  needs: ["cancellable"],
  cancels: true,
  async check({ account, take, unknownId }) {
    const { booking } = await take("cancellable");
    const headers = { "idempotency-key": unknownId() };
    expectStatus(await account.cancel({ booking }, { headers }), 200, "a cancel with a key");
    const again = await account.cancel({ booking }, { headers });
    expectStatus(again, 200, "the same cancel with the same key");
    const other = await account.cancel({ booking: unknownId() }, { headers });
    expectError(other, 500, "another cancel with the same key");
    const without = await account.cancel({ booking });
    expectError(without, 400, "a second cancel without the key");
  },
};
