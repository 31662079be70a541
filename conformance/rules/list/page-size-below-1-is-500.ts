import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-size-below-1-is-500",
  requirements: ["R70", "R76"],
  sentence: "Results per page.",
  decisions: ["A13"],
  async check({ account, unknownId }) {
    for (const page_size of ["0", "-5", "2.5", "ten", "0x10", ""]) {
      await expectRefusedParameter(account, { external_id: unknownId(), page_size }, /page_size/i);
    }
  },
};
