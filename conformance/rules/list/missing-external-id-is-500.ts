import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "missing-external-id-is-500",
  requirements: ["R61", "R73", "R100"],
  sentence:
    "a missing external_id, or an unknown public key each produce a 500 response with a message about the request",
  async check({ account }) {
    await expectRefusedParameter(account, {}, /external.?id|contact/i);
    await expectRefusedParameter(account, { page_size: 10 }, /external.?id|contact/i);
  },
};
