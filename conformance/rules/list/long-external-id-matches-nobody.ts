import { expectEqual, expectStatus } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "long-external-id-matches-nobody",
  requirements: ["R78"],
  sentence: "the external_id matches no contact, the answer is still 200",
  decisions: ["A45"],
  async check({ account, unknownId }) {
    const unknown = await account.list({ external_id: unknownId() });
    for (const length of [513, 2_000]) {
      const long = await account.list({ external_id: unknownId().padEnd(length, "x") });
      expectStatus(long, 200, `an external_id of ${length} characters`);
      expectEqual(long.answer.json, unknown.answer.json, "its answer, beside an unknown contact's");
    }
  },
};
