import { expectEqual } from "../../engine/expect.ts";
import { startOf, utc } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "order-is-by-start",
  requirements: ["R71"],
  sentence: "Page to return, starting at 1.",
  decisions: ["A7"],
  needs: ["many"],
  async check({ account, fact }) {
    const { external_id } = fact("many");
    const walked = await account.records({ external_id });
    const keys = walked.map((record) => `${utc(startOf(record))} ${String(record["booking"])}`);
    expectEqual(
      keys,
      keys.toSorted(),
      "start and booking of each record, in the order of the list",
    );
  },
};
