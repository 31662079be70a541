import { expect, expectError, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "temporary-fault-is-not-500",
  requirements: ["R101"],
  sentence: "Temporary platform problem",
  decisions: ["A24"],
  needs: ["unavailable"],
  async check({ account, callerAt, fact, unknownId }) {
    const caller = callerAt(fact("unavailable"));
    const token = await account.token();
    const answers = [
      await caller.list({ external_id: unknownId() }, { token }),
      await caller.requestToken(),
    ];
    for (const exchange of answers) {
      expectStatus(exchange, [200, 502, 503, 504], "a call while the platform has a problem");
    }
    const faults = answers.filter(({ answer }) => answer.status !== 200);
    expect(faults.length > 0, "every call was answered as if there were no problem");
    for (const fault of faults) expectError(fault, fault.answer.status, "the temporary fault");
  },
};
