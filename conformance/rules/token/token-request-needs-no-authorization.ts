import { expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-request-needs-no-authorization",
  requirements: ["R53"],
  sentence: "No Authorization header is needed.",
  async check({ account }) {
    expectStatus(await account.requestToken(), 200, "a token request without Authorization");
    const stale = await account.requestToken(
      {},
      { "content-type": "application/json", authorization: "Bearer stale" },
    );
    expectStatus(stale, 200, "a token request with a stale Authorization header");
  },
};
