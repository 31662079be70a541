import { recordsOf } from "../../engine/caller.ts";
import { at, expect, expectEqual } from "../../engine/expect.ts";
import { idsOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-number-starts-at-1",
  requirements: ["R71", "R75", "R104"],
  sentence: "Page to return, starting at 1. Default 1.",
  needs: ["many"],
  async check({ account, fact }) {
    const { external_id } = fact("many");
    const omitted = await account.list({ external_id, page_size: 3 });
    const first = await account.list({ external_id, page_size: 3, page_number: 1 });
    const second = await account.list({ external_id, page_size: 3, page_number: 2 });
    expectEqual(
      recordsOf(first),
      recordsOf(omitted),
      "page 1, beside the page without page_number",
    );
    expectEqual(at(second.answer.json, "page_number"), 2, "page_number of the second page");
    const again = idsOf(recordsOf(second)).filter((id) => idsOf(recordsOf(first)).includes(id));
    expect(again.length === 0, `${again.length} bookings stand on both page 1 and page 2`);
  },
};
