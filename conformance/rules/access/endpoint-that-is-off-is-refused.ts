import { expectError, expectRefused, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "endpoint-that-is-off-is-refused",
  requirements: ["R4", "R91"],
  sentence: "The operator also says which endpoints are enabled for a tenant.",
  needs: ["endpoint_off"],
  cancels: true,
  async check({ callerAt, fact, unknownId }) {
    const { endpoint } = fact("endpoint_off");
    const caller = callerAt(fact("endpoint_off"));
    const list = await caller.list({ external_id: unknownId() });
    const cancel = await caller.cancel({ booking: unknownId() });
    const [off, on] = endpoint === "fetch" ? [list, cancel] : [cancel, list];
    expectRefused(off, "the endpoint that is off for the account");
    if (on === list) expectStatus(on, 200, "the endpoint that is on for the account");
    else expectError(on, 500, "a cancel of an unknown booking, which is on for the account");
  },
};
