import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-number-below-1-is-500",
  requirements: ["R104"],
  sentence: "page_number default and minimum / 1",
  decisions: ["A13"],
  async check({ account, unknownId }) {
    for (const page_number of ["0", "-1", "1.5", "one", "1e2", ""]) {
      await expectRefusedParameter(
        account,
        { external_id: unknownId(), page_number },
        /page_number/i,
      );
    }
  },
};
