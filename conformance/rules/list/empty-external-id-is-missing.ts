import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "empty-external-id-is-missing",
  requirements: ["R61"],
  sentence: "external_id / string / yes / The contact's external identifier.",
  decisions: ["A18"],
  async check({ account }) {
    await expectRefusedParameter(account, { external_id: "" }, /external_id/i);
  },
};
