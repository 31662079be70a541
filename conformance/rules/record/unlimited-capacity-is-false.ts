import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unlimited-capacity-is-false",
  requirements: ["R30"],
  sentence: "has_limited_capacity (boolean).",
  needs: ["unlimited_ticket", "limited_ticket"],
  async check({ account, fact }) {
    const unlimited = await account.record(fact("unlimited_ticket"));
    expectEqual(at(unlimited, "ticket_type.has_limited_capacity"), false, "has_limited_capacity");
    const limited = await account.record(fact("limited_ticket"));
    expectEqual(at(limited, "ticket_type.has_limited_capacity"), true, "has_limited_capacity");
  },
};
