import { recordsOf } from "../../engine/caller.ts";
import { at, expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "page-size-is-echoed",
  requirements: ["R76"],
  sentence: "page_size / number / Results per page.",
  needs: ["many"],
  async check({ account, fact }) {
    const { external_id } = fact("many");
    for (const page_size of [1, 5, 100]) {
      const exchange = await account.list({ external_id, page_size });
      expectEqual(at(exchange.answer.json, "page_size"), page_size, "page_size");
      expectEqual(recordsOf(exchange).length, page_size, `bookings with page_size=${page_size}`);
    }
  },
};
