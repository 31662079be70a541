import { expectRefusedParameter } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "unknown-public-key-is-500",
  requirements: ["R73", "R100"],
  sentence: "an unknown public key each produce a 500 response with a message about the request",
  async check({ account, unknownId }) {
    const query = { external_id: unknownId(), public_keys: unknownId() };
    await expectRefusedParameter(account, query, /public.?key|interaction|campaign/i);
  },
};
