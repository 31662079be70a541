import { expect, expectStatus, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

/** How much of `expires_in` a client uses before it renews, by its own clock. */
const usedPart = 0.8;

export const rule: Rule = {
  name: "token-lives-as-long-as-it-says",
  requirements: ["R58", "R107"],
  sentence:
    "Requesting again while the token is valid can return the same token with the same expires_in.",
  decisions: ["A31"],
  needs: ["short_lived"],
  async check({ callerAt, fact, wait, now, unknownId }) {
    const caller = callerAt(fact("short_lived"));
    const first = objectOf((await caller.requestToken()).answer.json)["expires_in"];
    expect(typeof first === "number", "expires_in is not a number");
    // A second client of these credentials starts while the first one's token is in use.
    await wait(first * 300);
    const second = await caller.requestToken();
    const { access_token, expires_in } = objectOf(second.answer.json);
    expect(typeof access_token === "string", "access_token is not a string", second);
    expect(typeof expires_in === "number", "expires_in is not a number", second);
    await wait(Math.max(0, second.answeredAt + expires_in * 1000 * usedPart - now()));
    const late = await caller.list({ external_id: unknownId() }, { token: access_token });
    expectStatus(late, 200, "a list before the second client's expires_in has elapsed");
  },
};
