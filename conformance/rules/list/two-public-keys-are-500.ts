import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "two-public-keys-are-500",
  requirements: ["R73", "R105", "R62", "R100"],
  sentence:
    "More than one value of public_keys or of interactions, both together, a missing external_id, or an unknown public key each produce a 500 response",
  needs: ["campaign"],
  async check({ account, fact, unknownId }) {
    const { external_id, public_key } = fact("campaign");
    const pairs = [
      [public_key, public_key],
      [public_key, unknownId()],
    ];
    for (const public_keys of pairs) {
      await expectRefusedParameter(
        account,
        { external_id, public_keys },
        /public.?key|interaction|campaign|scope/i,
      );
    }
  },
};
