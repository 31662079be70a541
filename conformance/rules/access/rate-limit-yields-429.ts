import { expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "rate-limit-yields-429",
  requirements: ["R99", "R108"],
  sentence: "The caller's IP address passed a rate limit",
  needs: ["rate_limited"],
  async check({ callerAt, fact, unknownId }) {
    const { requests, second_address } = fact("rate_limited");
    const caller = callerAt(fact("rate_limited"));
    const query = { external_id: unknownId() };
    let limited = await caller.list(query);
    for (let sent = 1; sent <= requests && limited.answer.status !== 429; sent += 1) {
      limited = await caller.list(query);
    }
    expectError(limited, 429, `the answer to request ${requests + 1} of one address`);
    if (second_address === undefined) return;
    const elsewhere = await caller.list(query, { from: second_address });
    expectStatus(elsewhere, 200, "a request of another address meanwhile");
  },
};
