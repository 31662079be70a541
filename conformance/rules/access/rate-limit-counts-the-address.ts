import { expectError } from "../../engine/expect.ts";
import { listUntilLimited } from "../../engine/list-until-limited.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "rate-limit-counts-the-address",
  requirements: ["R99", "R108"],
  sentence: "A rate limit per IP address exists and yields 429.",
  // A target that checks the token first answers 401.
  decisions: ["A20"],
  needs: ["rate_limited"],
  async check({ callerAt, fact, unknownId }) {
    const { requests } = fact("rate_limited");
    const caller = callerAt(fact("rate_limited"));
    const query = { external_id: unknownId() };
    await listUntilLimited(caller, query, requests);
    const other = await caller.list(query, { token: "nonsense" });
    expectError(other, 429, "a request of the same address with another token");
  },
};
