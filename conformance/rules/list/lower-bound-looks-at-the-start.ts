import { expectEqual } from "../../engine/expect.ts";
import { idsOf, startOf, utc } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "lower-bound-looks-at-the-start",
  requirements: ["R64"],
  sentence: "Lower bound of the slot start time, RFC 3339, sent in UTC.",
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const { external_id } = fact("listed");
    for (const start of new Set(all.map(startOf))) {
      // A second after the start, where an inclusive and an exclusive bound agree.
      const from = start + 1000;
      const found = await account.records({ external_id, "slot_date_range.from": utc(from) });
      const wanted = all.filter((record) => startOf(record) > from);
      expectEqual(
        idsOf(found),
        idsOf(wanted),
        `the bookings with slot_date_range.from=${utc(from)}`,
      );
    }
  },
};
