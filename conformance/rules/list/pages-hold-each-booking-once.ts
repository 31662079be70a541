import { expectEqual } from "../../engine/expect.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "pages-hold-each-booking-once",
  requirements: ["R71", "R13", "R77"],
  sentence: "Page to return, starting at 1.",
  needs: ["many"],
  async check({ account, fact }) {
    const { external_id, total } = fact("many");
    const walked = await account.records({ external_id, page_size: 7 });
    const ids = walked.map((record) => record["booking"]);
    expectEqual(ids.length, total, "bookings met on a walk through the pages");
    expectEqual(new Set(ids).size, total, "different bookings met on a walk through the pages");
    const other = await account.records({ external_id, page_size: 40 });
    expectEqual(
      other.map((record) => record["booking"]),
      ids,
      "the order of a walk with larger pages",
    );
  },
};
