import { expect, expectError, expectStatus, objectOf } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "token-dies-at-its-deadline",
  requirements: ["R107", "R58", "R97"],
  sentence: "given by expires_in, in seconds",
  needs: ["short_lived"],
  async check({ callerAt, fact, wait, now, unknownId }) {
    const caller = callerAt(fact("short_lived"));
    const first = await caller.requestToken();
    const { access_token, expires_in } = objectOf(first.answer.json);
    expect(typeof access_token === "string", "access_token is not a string", first);
    expect(typeof expires_in === "number", "expires_in is not a number", first);
    const young = await caller.list({ external_id: unknownId() }, { token: access_token });
    expectStatus(young, 200, "a list with a fresh token");
    // One second after the end, counted from the arrival of the answer: expired under any rounding.
    const deadline = first.answeredAt + expires_in * 1000 + 1000;
    await wait(Math.max(0, deadline - now()));
    const old = await caller.list({ external_id: unknownId() }, { token: access_token });
    expectError(old, 401, `a list ${expires_in} s after the token's first response`);
    const again = objectOf((await caller.requestToken()).answer.json);
    expect(again["access_token"] !== access_token, "the dead token is given out again");
  },
};
