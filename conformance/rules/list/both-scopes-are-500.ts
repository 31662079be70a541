import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "both-scopes-are-500",
  requirements: ["R73", "R62", "R63", "R100"],
  sentence: "both together",
  needs: ["campaign"],
  async check({ account, fact }) {
    const { external_id, public_key, interaction } = fact("campaign");
    const query = { external_id, public_keys: public_key, interactions: interaction };
    await expectRefusedParameter(account, query, /public.?key|interaction|campaign|scope/i);
  },
};
