import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "endpoint-that-is-off-is-403",
  requirements: ["R4", "R91"],
  sentence:
    "The operator decides which endpoints are enabled per tenant; a tenant must have the booking endpoints enabled.",
  decisions: ["A25", "A20"],
  needs: ["endpoint_off"],
  cancels: true,
  async check({ callerAt, fact, unknownId }) {
    const caller = callerAt(fact("endpoint_off"));
    const call = (changes = {}) =>
      fact("endpoint_off").endpoint === "fetch"
        ? caller.list({ external_id: unknownId() }, changes)
        : caller.cancel({ booking: unknownId() }, changes);
    expectError(await call(), 403, "the endpoint that is off for the account");
    expectError(await call({ token: "nonsense" }), 401, "the same with a malformed token");
  },
};
