import { recordsOf } from "../../engine/caller.ts";
import { expectEqual } from "../../engine/expect.ts";
import { idsOf, totalOf } from "../../engine/list-claims.ts";
import type { Rule } from "../../rule.ts";

export const rule: Rule = {
  name: "status-filter-keeps-its-status",
  requirements: ["R66", "R77"],
  sentence: "Filter by status.",
  needs: ["listed"],
  async check({ account, fact, listed }) {
    const all = await listed();
    const { external_id } = fact("listed");
    for (const status of ["CONFIRMED", "WAITLIST", "CANCELLED"]) {
      const exchange = await account.list({ external_id, booking_status: status, page_size: 100 });
      const wanted = all.filter((record) => record["booking_status"] === status);
      expectEqual(
        idsOf(recordsOf(exchange)),
        idsOf(wanted),
        `the bookings with booking_status=${status}`,
      );
      expectEqual(totalOf(exchange), wanted.length, `total_count with booking_status=${status}`);
    }
  },
};
