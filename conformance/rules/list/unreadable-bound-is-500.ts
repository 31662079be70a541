import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unreadable-bound-is-500",
  requirements: ["R64", "R65"],
  sentence: "bound of the slot start time, RFC 3339, sent in UTC.",
  decisions: ["A11"],
  async check({ account, unknownId }) {
    const wrong = ["yesterday", "2030-02-30T00:00:00Z", "2030-05-01", "1893456000", ""];
    for (const name of ["slot_date_range.from", "slot_date_range.to"]) {
      for (const value of wrong) {
        const query = { external_id: unknownId(), [name]: value };
        await expectRefusedParameter(account, query, new RegExp(name.replace(".", "\\."), "i"));
      }
    }
  },
};
