import { expectError } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-interaction-is-500",
  requirements: ["R63"],
  sentence: "Scope to one campaign by resource name (interactions/<uuid>).",
  decisions: ["A15"],
  async check({ account, unknownId }) {
    for (const interactions of [`interactions/${unknownId()}`, unknownId(), "interactions/"]) {
      const exchange = await account.list({ external_id: unknownId(), interactions });
      expectError(exchange, 500, `interactions=${interactions}`);
    }
  },
};
