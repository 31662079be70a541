import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "single-value-sent-twice-is-500",
  requirements: ["R61", "R71"],
  sentence: "external_id / string / yes / The contact's external identifier.",
  decisions: ["A16"],
  async check({ account, unknownId }) {
    const id = unknownId();
    await expectRefusedParameter(account, { external_id: [id, unknownId()] }, /external_id/i);
    for (const name of ["language", "page_size", "page_number"]) {
      const query = { external_id: id, [name]: [1, 1] };
      await expectRefusedParameter(account, query, new RegExp(name, "i"));
    }
  },
};
