import { expect, expectError, expectStatus, show } from "../engine/expect.ts";
import { listUntilLimited } from "../engine/list-until-limited.ts";
import type { Rule } from "../rule.ts";

export const rules: readonly Rule[] = [
  {
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
  },
  {
    name: "rate-limit-says-when-to-come-back",
    requirements: ["R99"],
    sentence: "Back off, then retry.",
    decisions: ["A47"],
    needs: ["rate_limited"],
    async check({ callerAt, fact, unknownId, wait }) {
      const { requests } = fact("rate_limited");
      const caller = callerAt(fact("rate_limited"));
      const query = { external_id: unknownId() };
      const limited = await listUntilLimited(caller, query, requests);
      const seconds = limited.answer.headers["retry-after"] ?? "";
      expect(/^[1-9]\d*$/.test(seconds), `Retry-After is no number of seconds: ${show(seconds)}`);
      await wait(Number(seconds) * 1000 + 100);
      expectStatus(await caller.list(query), 200, `a list after the ${seconds} s of Retry-After`);
    },
  },
  {
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
  },
  {
    name: "temporary-fault-is-not-500",
    requirements: ["R101"],
    sentence: "Temporary platform problem",
    decisions: ["A24"],
    needs: ["unavailable"],
    async check({ account, callerAt, fact, unknownId }) {
      const caller = callerAt(fact("unavailable"));
      const refused = await caller.requestToken();
      expectError(refused, [502, 503, 504], "a token request while the platform has a problem");
      const token = await account.token();
      const list = await caller.list({ external_id: unknownId() }, { token });
      expectStatus(list, [200, 401, 502, 503, 504], "a list while the platform has a problem");
    },
  },
];
