import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "two-interactions-are-500",
  requirements: ["R73", "R106", "R63", "R100"],
  sentence:
    "More than one value of public_keys or of interactions, both together, a missing external_id, or an unknown public key each produce a 500 response",
  needs: ["campaign"],
  async check({ account, fact, unknownId }) {
    const { external_id, interaction } = fact("campaign");
    const pairs = [
      [interaction, interaction],
      [interaction, `interactions/${unknownId()}`],
    ];
    for (const interactions of pairs) {
      await expectRefusedParameter(
        account,
        { external_id, interactions },
        /interaction|campaign|scope/i,
      );
    }
  },
};
