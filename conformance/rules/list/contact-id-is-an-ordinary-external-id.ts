import { expectEqual } from "../../engine/expect.ts";
import { totalOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "contact-id-is-an-ordinary-external-id",
  requirements: ["R10", "R9"],
  sentence: "The platform only. The caller normally never sends it.",
  async check({ account, unknownId }) {
    const exchange = await account.list({ external_id: `contacts/${unknownId()}` });
    expectEqual(
      totalOf(exchange),
      0,
      "total_count for an external_id that looks like a contact id",
    );
  },
};
