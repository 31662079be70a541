import { expect, expectStatus, show } from "../../engine/expect.ts";
import { listUntilLimited } from "../../engine/list-until-limited.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
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
};
