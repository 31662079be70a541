import { recordsOf } from "../../engine/caller.ts";
import { at, expectEqual, expectStatus } from "../../engine/expect.ts";
import { totalOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-size-defaults-to-100",
  requirements: ["R70", "R103"],
  sentence: "Results per page. Default 100.",
  needs: ["many"],
  async check({ account, fact }) {
    const { external_id, total } = fact("many");
    const exchange = await account.list({ external_id });
    expectStatus(exchange, 200, "a list without page_size");
    expectEqual(recordsOf(exchange).length, 100, "bookings on the first page");
    expectEqual(at(exchange.answer.json, "page_size"), 100, "page_size");
    expectEqual(totalOf(exchange), total, "total_count");
    const rest = await account.list({ external_id, page_number: 2 });
    expectEqual(recordsOf(rest).length, Math.min(100, total - 100), "bookings on the second page");
  },
};
