import { recordsOf } from "../../engine/caller.ts";
import { at, expect, expectEqual, expectStatus, show } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-size-applied-is-page-size-answered",
  requirements: ["R76", "R108"],
  sentence: "The maximum page_size: not shown.",
  decisions: ["A14"],
  needs: ["many"],
  async check({ account, fact }) {
    const { external_id, total } = fact("many");
    const exchange = await account.list({ external_id, page_size: 1_000_000 });
    expectStatus(exchange, 200, "a list with a page_size beyond any maximum");
    const applied = at(exchange.answer.json, "page_size");
    expect(typeof applied === "number" && applied >= 1, `page_size: received ${show(applied)}`);
    expectEqual(recordsOf(exchange).length, Math.min(applied, total), "bookings on the page");
  },
};
